-- Without these the lobby of a person reads every table there ever was, once for each of its visitors.
CREATE INDEX IF NOT EXISTS sitting_of_host ON sitting (host, created);
CREATE INDEX IF NOT EXISTS official_of_person ON official (person);
