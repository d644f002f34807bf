-- An official who joins a running game may rule without seeing the racks.
ALTER TABLE official ADD COLUMN sees_racks INTEGER DEFAULT 1 NOT NULL;
