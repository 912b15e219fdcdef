-- Training: nothing of it is in any journal. A drill is written again as a whole when it was answered; old ones go.
CREATE TABLE drill (
    user TEXT NOT NULL COLLATE NOCASE,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE trainee (
    user TEXT PRIMARY KEY COLLATE NOCASE,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
