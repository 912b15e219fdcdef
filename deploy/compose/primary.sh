#!/usr/bin/env bash
# Once, when the database is made: lets the standby in, and from the next start on waits for it in every commit. Not
# before: the commits of this script would wait for a standby that is not there yet.
set -euo pipefail
echo "host replication croupier all scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql --username croupier --dbname house --command "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
