CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    variant TEXT NOT NULL,
    cells INTEGER NOT NULL,
    house_rules TEXT NOT NULL,
    deal INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'lost')),
    seconds REAL NOT NULL CHECK (seconds >= 0),
    moves INTEGER NOT NULL CHECK (moves >= 0),
    undos INTEGER NOT NULL CHECK (undos >= 0),
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    day TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX games_of_a_deal ON games (deal, variant);
CREATE INDEX games_by_end ON games (
    ended, id, variant, cells, house_rules, deal, result, seconds, moves, undos, helped, started, day
) WHERE
    typeof(id) = 'text' AND length(CAST(id AS BLOB)) = 32 AND id NOT GLOB '*[^0-9a-f]*'
    AND typeof(deal) = 'integer' AND (deal BETWEEN 1 AND 8589934591 OR deal BETWEEN -3 AND -1)
    AND result IN ('won', 'lost') AND helped IN (0, 1)
    AND typeof(seconds) IN ('real', 'integer') AND seconds BETWEEN 0 AND 3162240000
    AND typeof(moves) = 'integer' AND moves >= 0 AND typeof(undos) = 'integer' AND undos >= 0
    AND (started = '' OR started GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'
        AND length(CAST(started AS BLOB)) = 20)
    AND (ended = '' OR ended GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'
        AND length(CAST(ended AS BLOB)) = 20)
    AND (day = '' OR day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
        AND length(CAST(day AS BLOB)) = 10);
CREATE TABLE seen (save TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL);
CREATE TABLE journeys (name TEXT PRIMARY KEY NOT NULL, deal INTEGER NOT NULL);
CREATE TABLE skipped (journey TEXT NOT NULL, deal INTEGER NOT NULL, PRIMARY KEY (journey, deal));
CREATE TABLE pars (
    variant TEXT NOT NULL,
    cells INTEGER NOT NULL,
    house_rules TEXT NOT NULL,
    deal INTEGER NOT NULL,
    moves INTEGER NOT NULL CHECK (moves > 0),
    PRIMARY KEY (variant, cells, house_rules, deal)
);
CREATE TABLE goals (day TEXT PRIMARY KEY NOT NULL, goal TEXT NOT NULL);
CREATE TABLE positions (
    id TEXT PRIMARY KEY NOT NULL,
    variant TEXT NOT NULL,
    cells INTEGER NOT NULL,
    house_rules TEXT NOT NULL,
    deal TEXT NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'lost')),
    seconds REAL NOT NULL CHECK (seconds >= 0),
    moves INTEGER NOT NULL CHECK (moves >= 0),
    undos INTEGER NOT NULL CHECK (undos >= 0),
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    day TEXT NOT NULL,
    record TEXT NOT NULL
);
