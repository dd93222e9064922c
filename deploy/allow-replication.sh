#!/bin/sh
# Run by the image of PostgreSQL when it makes the database: backups come over a replication connection of the program's account.
echo 'host replication ve_so_owner samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
