-- Only what SQLite 3.37 knows, so that other people's tools can read the file years from now.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The head of each stream. Moving it is the fence: nobody appends to what somebody else has moved.
CREATE TABLE stream (
    stream TEXT PRIMARY KEY CHECK (stream <> ''),
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    epoch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    number INTEGER PRIMARY KEY, -- the order of commits, over all streams
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    round INTEGER NOT NULL DEFAULT 0,
    UNIQUE (stream, seq)
) STRICT;

CREATE INDEX entry_of_round ON entry (stream, round, seq) WHERE round > 0;

CREATE TABLE posting (
    number INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    line INTEGER NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount BETWEEN -999999999999999 AND 999999999999999),
    UNIQUE (stream, seq, line)
) STRICT;

CREATE INDEX posting_of_account ON posting (account, number);

CREATE TABLE balance (
    account TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount BETWEEN -999999999999999 AND 999999999999999),
    CHECK (amount >= 0 OR account IN ('cage', 'house') OR account GLOB 'tray/*')
) STRICT, WITHOUT ROWID;

-- A retry finds its answer.
CREATE TABLE answer (
    by TEXT NOT NULL,
    id TEXT NOT NULL,
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (by, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE deck (
    stream TEXT NOT NULL,
    round INTEGER NOT NULL,
    deck INTEGER NOT NULL,
    first INTEGER NOT NULL,
    root BLOB NOT NULL CHECK (length(root) = 32),
    sealed BLOB NOT NULL,
    UNIQUE (stream, round, deck)
) STRICT;

-- A cache: deletable, and checked against a full fold by the audit.
CREATE TABLE snapshot (
    stream TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE user (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    role TEXT NOT NULL,
    password TEXT NOT NULL,
    made INTEGER NOT NULL,
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1))
) STRICT;

CREATE TABLE session (
    digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
    number INTEGER NOT NULL UNIQUE,
    user TEXT NOT NULL COLLATE NOCASE,
    began INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
