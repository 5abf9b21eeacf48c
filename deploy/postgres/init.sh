#!/bin/sh
# Runs once, when PostgreSQL starts with an empty folder: a database per service, a role that owns its tables and migrates them, and a
# role that only reads and writes rows. The passwords are in /run/secrets/postgres.
set -eu

psql_() {
  psql -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"
}

for service in gateway vault relay console; do
  psql_ --dbname postgres \
    -v service="$service" -v owner="${service}_owner" \
    -v owner_password="$(cat "/run/secrets/postgres/${service}_owner")" \
    -v password="$(cat "/run/secrets/postgres/$service")" <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
CREATE ROLE :"service" LOGIN PASSWORD :'password';
CREATE DATABASE :"service" OWNER :"owner";
REVOKE ALL ON DATABASE :"service" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"service" TO :"service";
SQL
  psql_ --dbname "$service" -v service="$service" -v owner="${service}_owner" <<'SQL'
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO :"owner";
GRANT USAGE ON SCHEMA public TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" GRANT USAGE, SELECT ON SEQUENCES TO :"service";
SQL
done
