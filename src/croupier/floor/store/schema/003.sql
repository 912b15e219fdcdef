-- A count that finds too many chips leaves a negative variance.
CREATE TABLE balance_of_003 (
    account TEXT PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount BETWEEN -999999999999999 AND 999999999999999),
    CHECK (amount >= 0 OR account IN ('cage', 'house') OR account GLOB 'tray/*' OR account GLOB 'variance/*')
) STRICT, WITHOUT ROWID;

INSERT INTO balance_of_003 SELECT account, amount FROM balance;
DROP TABLE balance;
ALTER TABLE balance_of_003 RENAME TO balance;
