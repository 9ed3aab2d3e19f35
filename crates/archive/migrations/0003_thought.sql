-- Why the computer's generals answered as they did, answer by answer: in no log, and shown to nobody before the end.
CREATE TABLE thought (
    battle TEXT    NOT NULL REFERENCES battle (id) ON DELETE CASCADE,
    n      INTEGER NOT NULL,
    json   TEXT    NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
