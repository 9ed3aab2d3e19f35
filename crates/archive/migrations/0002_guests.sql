-- A guest of the house: no battle and no seat, but not the owner either.
ALTER TABLE token ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;
