-- A battle: what the list shows of it, and what the umpire keeps beside its log.
CREATE TABLE battle (
    id       TEXT    PRIMARY KEY NOT NULL,
    name     TEXT    NOT NULL,
    ruleset  TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    scenario TEXT    NOT NULL,
    title_fr TEXT    NOT NULL,
    title_en TEXT    NOT NULL,
    leaders  TEXT    NOT NULL,
    real_dice INTEGER NOT NULL,
    begun    INTEGER NOT NULL,
    touched  INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    phase    TEXT    NOT NULL,
    outcome  TEXT,
    keep     TEXT    NOT NULL
) STRICT;

-- Its log, line by line: only ever appended.
CREATE TABLE line (
    battle TEXT    NOT NULL REFERENCES battle (id) ON DELETE CASCADE,
    n      INTEGER NOT NULL,
    json   TEXT    NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;

-- Answers that wait, sealed, for the other side's: in no log yet, and gone once they are.
CREATE TABLE sealed (
    battle TEXT    NOT NULL REFERENCES battle (id) ON DELETE CASCADE,
    n      INTEGER NOT NULL,
    json   TEXT    NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;

-- Who may do what: the hash of a token, never the token. No battle: the owner of the house. No side: the umpire's chair.
CREATE TABLE token (
    hash   BLOB    PRIMARY KEY NOT NULL,
    battle TEXT    REFERENCES battle (id) ON DELETE CASCADE,
    side   INTEGER,
    given  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX token_of_battle ON token (battle, side);

-- The owner's own scenarios.
CREATE TABLE scenario (
    id   TEXT PRIMARY KEY NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE setting (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT;
