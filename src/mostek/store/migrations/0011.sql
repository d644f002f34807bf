-- What all nodes of a server know: what lay in the memory of one process before.

-- What a node tells the others, in the order in which it was stored; rows of some minutes ago are deleted.
CREATE TABLE node_news (
    number BIGINT NOT NULL,
    node TEXT NOT NULL,  -- chance; another one for each start
    at BIGINT NOT NULL,
    topic TEXT NOT NULL,  -- `app.node_news.NewsTopic`
    about TEXT NOT NULL,  -- the id of a person or a table
    PRIMARY KEY (number)
);
