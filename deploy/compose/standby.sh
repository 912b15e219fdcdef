#!/usr/bin/env bash
# Copies the primary at the first start, and follows it. After a failover this copy is the primary: see the runbook.
set -euo pipefail
export PGDATA=/var/lib/postgresql/data
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup --host primary --username croupier --pgdata "$PGDATA" --wal-method stream --write-recovery-conf; do
        sleep 1
    done
    chmod 0700 "$PGDATA"
fi
exec postgres -c cluster_name=standby -c synchronous_standby_names=
