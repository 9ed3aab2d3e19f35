-- When a token was last used, in seconds since 1970 (0: never): what nobody uses goes first.
ALTER TABLE token ADD COLUMN used INTEGER NOT NULL DEFAULT 0;

-- A seat that somebody holds on a device of his own: the owner of the house gets no link to it any more.
CREATE TABLE held (
    battle TEXT    NOT NULL REFERENCES battle (id) ON DELETE CASCADE,
    side   INTEGER NOT NULL,
    since  INTEGER NOT NULL,
    PRIMARY KEY (battle, side)
) STRICT, WITHOUT ROWID;
