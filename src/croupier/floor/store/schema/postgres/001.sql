-- The tables of SQLite's format 2 under the same names, in a schema of their own. Bodies and hashes are bytes: jsonb would
-- reorder what is hashed. Collation "C" sorts by bytes, as the audit does, and lower() folds ASCII letters alone.

CREATE SCHEMA croupier;
SET LOCAL search_path = croupier;

CREATE TABLE meta (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- Who decides. Every commit compares the epoch, so a process that lost the lease writes nothing more. Nobody does while
-- the owner is empty; the address is then that of the process to which the last owner has handed over.
CREATE TABLE lease (
    name text COLLATE "C" PRIMARY KEY CHECK (name = 'house'),
    owner text NOT NULL,
    address text NOT NULL,
    epoch bigint NOT NULL,
    beat bigint NOT NULL,
    protocol integer NOT NULL
);
INSERT INTO lease VALUES ('house', '', '', 0, 0, 1);

-- The head of each stream. Moving it is the fence: nobody appends to what somebody else has moved.
CREATE TABLE stream (
    stream text COLLATE "C" PRIMARY KEY CHECK (stream <> ''),
    seq bigint NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    epoch bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE entry (
    number bigint PRIMARY KEY, -- the order of commits, over all streams, without gaps: given by the one who decides
    stream text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    epoch bigint NOT NULL,
    body bytea NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    round bigint NOT NULL DEFAULT 0,
    UNIQUE (stream, seq)
);

CREATE INDEX entry_of_round ON entry (stream, round, seq) WHERE round > 0;

CREATE TABLE posting (
    number bigint PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    line bigint NOT NULL,
    account text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount BETWEEN -999999999999999 AND 999999999999999),
    UNIQUE (stream, seq, line)
);

CREATE INDEX posting_of_account ON posting (account, number);

CREATE TABLE balance (
    account text COLLATE "C" PRIMARY KEY,
    amount bigint NOT NULL CHECK (amount BETWEEN -999999999999999 AND 999999999999999),
    CHECK (amount >= 0 OR account IN ('cage', 'house') OR starts_with(account, 'tray/'))
) WITH (fillfactor = 50);

-- A retry finds its answer.
CREATE TABLE answer (
    by text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    stream text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (by, id)
);

CREATE INDEX answer_of_entry ON answer (stream, seq);

CREATE TABLE deck (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    round bigint NOT NULL,
    deck bigint NOT NULL,
    first bigint NOT NULL,
    root bytea NOT NULL CHECK (length(root) = 32),
    sealed bytea NOT NULL,
    UNIQUE (stream, round, deck)
);

-- A cache: deletable, and checked against a full fold by the audit.
CREATE TABLE snapshot (
    stream text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE "user" (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    role text NOT NULL,
    password text NOT NULL,
    made bigint NOT NULL,
    disabled bigint NOT NULL CHECK (disabled IN (0, 1))
);

CREATE UNIQUE INDEX user_by_name ON "user" (lower(name));

CREATE TABLE session (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    number bigint NOT NULL UNIQUE,
    "user" text COLLATE "C" NOT NULL,
    began bigint NOT NULL,
    seen bigint NOT NULL,
    until bigint NOT NULL
);

CREATE TABLE drill (
    "user" text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    body bytea NOT NULL
);

CREATE UNIQUE INDEX drill_of_user ON drill (lower("user"), number);

CREATE TABLE trainee (
    "user" text COLLATE "C" NOT NULL,
    body bytea NOT NULL
);

CREATE UNIQUE INDEX trainee_by_name ON trainee (lower("user"));

-- The lines of the checkpoint log, for processes that keep a copy of it.
CREATE TABLE checkpoint (
    number bigint PRIMARY KEY,
    line bytea NOT NULL
);

-- Takes the lease if it is still as seen, and the lock by which others see that the new owner's session lives. In one
-- statement: nobody sees an owner without the lock. The lock has the epoch in it, so the session of an owner that stands
-- still is in nobody's way.
CREATE FUNCTION take_lease(
    seen_epoch bigint, seen_beat bigint, my_name text, my_address text, my_protocol bigint, lock_class bigint
) RETURNS bigint LANGUAGE plpgsql SET search_path = croupier AS $take$
DECLARE
    mine bigint;
BEGIN
    UPDATE lease SET owner = my_name, address = my_address, protocol = my_protocol, beat = beat + 1,
            epoch = greatest(epoch, (SELECT max(epoch) FROM stream)) + 1
        WHERE name = 'house' AND epoch = seen_epoch AND beat = seen_beat RETURNING epoch INTO mine;
    IF FOUND THEN
        PERFORM pg_try_advisory_lock(lock_class::integer, mine::integer);
    END IF;
    RETURN mine;
END
$take$;

-- A commit is this one statement, so no transaction is open while a client thinks: a process that is stopped in the
-- middle holds no lock. Each group of arguments is a table, column by column.
CREATE FUNCTION append(
    my_epoch bigint, first_number bigint, first_posting bigint,
    streams text[], seqs bigint[], ats bigint[], bodies bytea[], hashes bytea[], rounds bigint[],
    post_streams text[], post_seqs bigint[], post_lines bigint[], post_accounts text[], post_amounts bigint[],
    head_streams text[], head_before bigint[], head_before_hashes bytea[], head_seqs bigint[], head_hashes bytea[],
    new_accounts text[], moved_accounts text[], moved_amounts bigint[],
    answer_bys text[], answer_ids text[], answer_streams text[], answer_seqs bigint[], answer_digests bytea[],
    deck_streams text[], deck_rounds bigint[], deck_decks bigint[], deck_firsts bigint[], deck_roots bytea[],
    deck_sealed bytea[],
    snapshot_streams text[], snapshot_seqs bigint[], snapshot_bodies bytea[],
    meta_keys text[], meta_values text[]
) RETURNS void LANGUAGE plpgsql SET search_path = croupier AS $append$
DECLARE
    moved bigint;
    begun bigint;
BEGIN
    PERFORM 1 FROM lease WHERE name = 'house' AND epoch = my_epoch FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another process decides now: epoch % is over', my_epoch USING ERRCODE = 'CR001';
    END IF;
    IF cardinality(head_streams) > 0 THEN
        UPDATE stream AS s SET seq = h.seq, hash = h.hash, epoch = my_epoch
            FROM unnest(head_streams, head_before, head_before_hashes, head_seqs, head_hashes)
                AS h (stream, before, before_hash, seq, hash)
            WHERE h.before > 0 AND s.stream = h.stream AND s.seq = h.before AND s.hash = h.before_hash;
        GET DIAGNOSTICS moved = ROW_COUNT;
        INSERT INTO stream SELECT h.stream, h.seq, h.hash, my_epoch
            FROM unnest(head_streams, head_before, head_seqs, head_hashes) AS h (stream, before, seq, hash)
            WHERE h.before = 0 ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS begun = ROW_COUNT;
        IF moved + begun <> cardinality(head_streams) THEN
            RAISE EXCEPTION 'somebody else has moved the head of one of these: %', array_to_string(head_streams, ', ')
                USING ERRCODE = 'CR002';
        END IF;
        INSERT INTO entry SELECT first_number + e.ord - 1, e.stream, e.seq, e.at, my_epoch, e.body, e.hash, e.round
            FROM unnest(streams, seqs, ats, bodies, hashes, rounds) WITH ORDINALITY
                AS e (stream, seq, at, body, hash, round, ord);
    END IF;
    IF cardinality(post_streams) > 0 THEN
        INSERT INTO posting SELECT first_posting + p.ord - 1, p.stream, p.seq, p.line, p.account, p.amount
            FROM unnest(post_streams, post_seqs, post_lines, post_accounts, post_amounts) WITH ORDINALITY
                AS p (stream, seq, line, account, amount, ord);
        -- not ON CONFLICT DO UPDATE: the row to be inserted, a debit alone, would be held to the table's CHECK
        INSERT INTO balance SELECT account, 0 FROM unnest(new_accounts) AS n (account) ON CONFLICT DO NOTHING;
        UPDATE balance AS b SET amount = b.amount + m.amount
            FROM unnest(moved_accounts, moved_amounts) AS m (account, amount) WHERE b.account = m.account;
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved <> cardinality(moved_accounts) THEN
            RAISE EXCEPTION 'a balance is missing: one of %', array_to_string(moved_accounts, ', ');
        END IF;
    END IF;
    IF cardinality(answer_bys) > 0 THEN
        INSERT INTO answer SELECT * FROM unnest(answer_bys, answer_ids, answer_streams, answer_seqs, answer_digests);
    END IF;
    IF cardinality(deck_streams) > 0 THEN
        INSERT INTO deck (stream, round, deck, first, root, sealed)
            SELECT * FROM unnest(deck_streams, deck_rounds, deck_decks, deck_firsts, deck_roots, deck_sealed);
    END IF;
    IF cardinality(snapshot_streams) > 0 THEN
        INSERT INTO snapshot SELECT * FROM unnest(snapshot_streams, snapshot_seqs, snapshot_bodies)
            ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, body = excluded.body;
    END IF;
    IF cardinality(meta_keys) > 0 THEN
        INSERT INTO meta SELECT * FROM unnest(meta_keys, meta_values)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value;
    END IF;
END
$append$;

-- Users, sessions and training: rarely in a commit, and then in the same statement, after append.
CREATE FUNCTION write_people(
    users_gone text[], user_names text[], user_roles text[], user_passwords text[], user_made bigint[],
    user_disabled bigint[],
    sessions_ended bytea[], session_digests bytea[], session_numbers bigint[], session_users text[],
    session_began bigint[], session_seen bigint[], session_until bigint[],
    drill_users text[], drill_numbers bigint[], drill_bodies bytea[], drills_kept bigint,
    trainee_users text[], trainee_bodies bytea[]
) RETURNS void LANGUAGE plpgsql SET search_path = croupier AS $people$
BEGIN
    DELETE FROM "user" WHERE lower(name) = ANY (users_gone);
    INSERT INTO "user" (name, role, password, made, disabled)
        SELECT u.name, u.role, u.password, u.made, u.disabled
        FROM unnest(user_names, user_roles, user_passwords, user_made, user_disabled) WITH ORDINALITY
            AS u (name, role, password, made, disabled, ord) ORDER BY u.ord
        ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name, role = excluded.role,
            password = excluded.password, made = excluded.made, disabled = excluded.disabled;
    DELETE FROM session WHERE digest = ANY (sessions_ended);
    INSERT INTO session SELECT * FROM unnest(
            session_digests, session_numbers, session_users, session_began, session_seen, session_until)
        ON CONFLICT (digest) DO UPDATE SET number = excluded.number, "user" = excluded."user",
            began = excluded.began, seen = excluded.seen, until = excluded.until;
    INSERT INTO drill SELECT * FROM unnest(drill_users, drill_numbers, drill_bodies)
        ON CONFLICT (lower("user"), number) DO UPDATE SET "user" = excluded."user", body = excluded.body;
    DELETE FROM drill AS d USING unnest(drill_users, drill_numbers) AS w (who, number)
        WHERE lower(d."user") = lower(w.who COLLATE "C") AND d.number <= w.number - drills_kept;
    INSERT INTO trainee SELECT * FROM unnest(trainee_users, trainee_bodies)
        ON CONFLICT (lower("user")) DO UPDATE SET "user" = excluded."user", body = excluded.body;
END
$people$;

-- Lines of the checkpoint log; a line that is sent again is there already.
CREATE FUNCTION keep_checkpoints(line_numbers bigint[], lines bytea[])
    RETURNS void LANGUAGE sql SET search_path = croupier AS $keep$
    INSERT INTO checkpoint SELECT * FROM unnest(line_numbers, lines) ON CONFLICT DO NOTHING
$keep$;

-- Removes archived entries, with every row that only they need; keeps the sums of what they posted.
CREATE FUNCTION archive(
    leaving_streams text[], leaving_seqs bigint[], leaving_hashes text[], leaving_epochs bigint[],
    leaving_rounds bigint[]
) RETURNS void LANGUAGE plpgsql SET search_path = croupier AS $archive$
DECLARE
    cuts jsonb := coalesce((SELECT value::jsonb FROM meta WHERE key = 'archived'), '{}');
    leaving record;
    sums jsonb;
BEGIN
    FOR leaving IN SELECT * FROM unnest(leaving_streams, leaving_seqs, leaving_hashes, leaving_epochs, leaving_rounds)
        AS l (stream, seq, hash, epoch, round)
    LOOP
        SELECT coalesce(jsonb_object_agg(account, total), '{}') INTO sums FROM (
            SELECT account, sum(amount) AS total FROM (
                SELECT p.account, p.amount FROM posting AS p
                    WHERE p.stream = leaving.stream AND p.seq <= leaving.seq
                UNION ALL
                SELECT c.key, c.value::bigint FROM jsonb_each_text(cuts -> leaving.stream -> 'carried') AS c
            ) AS each GROUP BY account
        ) AS every;
        DELETE FROM entry AS e WHERE e.stream = leaving.stream AND e.seq <= leaving.seq;
        DELETE FROM posting AS p WHERE p.stream = leaving.stream AND p.seq <= leaving.seq;
        DELETE FROM answer AS a WHERE a.stream = leaving.stream AND a.seq <= leaving.seq;
        DELETE FROM snapshot AS s WHERE s.stream = leaving.stream AND s.seq <= leaving.seq + 1;
        DELETE FROM deck AS d WHERE d.stream = leaving.stream AND d.round < leaving.round;
        cuts := cuts || jsonb_build_object(leaving.stream, jsonb_build_object(
            'seq', leaving.seq, 'hash', leaving.hash, 'epoch', leaving.epoch, 'carried', sums));
    END LOOP;
    INSERT INTO meta VALUES ('archived', cuts::text) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END
$archive$;
