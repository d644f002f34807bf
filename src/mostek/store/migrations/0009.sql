-- Boxes of cards, sets of tasks for a class, puzzles.

CREATE TABLE study_card (
    person TEXT NOT NULL,
    card TEXT NOT NULL,  -- its name in the box
    body BLOB NOT NULL,  -- JSON of `study.box.Card`
    place INTEGER NOT NULL,  -- grows with each change of the box, so that a page asks for later ones only
    PRIMARY KEY (person, card),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX study_card_of_person ON study_card (person, place);

CREATE TABLE study_review (
    person TEXT NOT NULL,
    at BIGINT NOT NULL,
    card TEXT NOT NULL,
    rating INTEGER NOT NULL,
    place INTEGER NOT NULL,  -- as that of a card
    PRIMARY KEY (person, at, card, rating),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX study_review_of_person ON study_review (person, place);

-- The sets that teachers have made. Nothing about pupils is stored.
CREATE TABLE class_set (
    id TEXT NOT NULL,
    teacher TEXT NOT NULL,
    body BLOB NOT NULL,  -- JSON of `app.class_sets.ClassSet`
    changed BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(teacher) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_class_set_teacher ON class_set (teacher);

-- How well a person solves puzzles.
CREATE TABLE puzzle_strength (
    person TEXT NOT NULL,
    mean FLOAT NOT NULL,  -- of `app.puzzle_ratings.Strength`
    deviation FLOAT NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (person),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);

-- How hard people find a puzzle.
CREATE TABLE puzzle_rating (
    puzzle TEXT NOT NULL,
    mean FLOAT NOT NULL,
    deviation FLOAT NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (puzzle)
);

-- What a person has answered first, or asked hints for.
CREATE TABLE puzzle_try (
    person TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    at BIGINT NOT NULL,
    hints INTEGER NOT NULL,
    solved INTEGER,  -- by the first answer; null: only hints so far
    PRIMARY KEY (person, puzzle),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
) WITHOUT ROWID;
