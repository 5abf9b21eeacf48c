#!/bin/sh
# A database per service, a role that owns its tables and migrates them, and a role that only reads and writes rows. Can be run again, and then
# creates what is missing and sets the passwords. Runs in the image of PostgreSQL when it starts with an empty folder, elsewhere by hand, as the
# superuser of the database:
#   POSTGRES_USER=postgres PASSWORDS=/etc/latchkey/secrets/postgres PSQL='runuser -u postgres -- psql' sh init.sh
set -eu
passwords=${PASSWORDS:-/run/secrets/postgres}
# a folder that the user of the database may enter
cd /

psql_() {
  ${PSQL:-psql} -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"
}

for service in gateway vault relay console; do
  # in the environment, as everybody on a machine sees the arguments of a command
  OWNER_PASSWORD=$(cat "$passwords/${service}_owner")
  PASSWORD=$(cat "$passwords/$service")
  export OWNER_PASSWORD PASSWORD
  psql_ --dbname postgres -v service="$service" -v owner="${service}_owner" <<'SQL'
-- \getenv needs psql 15
\set owner_password `printf %s "$OWNER_PASSWORD"`
\set password `printf %s "$PASSWORD"`
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY[:'owner', :'service']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"owner" LOGIN PASSWORD :'owner_password';
ALTER ROLE :"service" LOGIN PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I', :'service', :'owner')
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'service') \gexec
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

# each restore drill of custody fills a database of its own
psql_ --dbname postgres --command 'ALTER ROLE vault CREATEDB'
