#!/bin/sh
# Writes the secrets that are still missing: passwords, database URLs, the operators' token. It replaces nothing, so it may run again at
# any time. Run it as root.
#   ./setup.sh                                            for compose.yaml, into secrets/, for the users of the containers
#   ./setup.sh /etc/latchkey/secrets 127.0.0.1:5432       for systemd, which passes them on: a folder, and where PostgreSQL listens
set -eu
umask 077
if [ $# = 0 ]; then
  cd "$(dirname "$0")"
  secrets=secrets
  server=postgres:5432
  program=65532
  database=999
  mkdir -p acme tls
  # the proxy reads these as its own user
  chmod 755 acme
else
  secrets=$1
  server=$2
  program=0
  database=0
fi
mkdir -p "$secrets/postgres"

random() {
  openssl rand -hex 24
}

# writes standard input into a file, unless it exists: <file> <user>
keep() {
  if [ -e "$1" ]; then
    cat > /dev/null
    return
  fi
  cat > "$1.new"
  if [ ! -s "$1.new" ]; then
    rm "$1.new"
    echo "$1 was not created, as openssl failed. Fix that, then run this again." >&2
    exit 1
  fi
  chmod 400 "$1.new"
  if [ "$(id -u)" = 0 ]; then chown "$2:$2" "$1.new"; fi
  mv "$1.new" "$1"
  echo "created $1"
}

# for secrets that others write: <file>
own() {
  chmod 400 "$1"
  if [ "$(id -u)" = 0 ]; then chown "$program:$program" "$1"; fi
}

if [ "$(id -u)" = 0 ]; then chown "$database:$database" "$secrets/postgres"; fi
random | keep "$secrets/postgres/superuser" "$database"
for service in gateway vault relay console; do
  random | keep "$secrets/postgres/$service" "$database"
  random | keep "$secrets/postgres/${service}_owner" "$database"
  printf 'postgres://%s:%s@%s/%s\n' "$service" "$(cat "$secrets/postgres/$service")" "$server" "$service" |
    keep "$secrets/$service-database-url" "$program"
  printf 'postgres://%s_owner:%s@%s/%s\n' "$service" "$(cat "$secrets/postgres/${service}_owner")" "$server" "$service" |
    keep "$secrets/$service-migration-url" "$program"
done
random | keep "$secrets/gateway-operator-token" "$program"
openssl rand -hex 32 | keep "$secrets/console-secret" "$program"

# certificates with which custody, its sites and operators know each other; made by custody's command
if [ -d "$secrets/tls" ] && [ "$(id -u)" = 0 ]; then chown -R "$program:$program" "$secrets/tls"; fi

if [ -e "$secrets/console-vault-token" ]; then own "$secrets/console-vault-token"; fi
if [ -e "$secrets/smtp-url" ]; then
  own "$secrets/smtp-url"
else
  echo "Still missing: $secrets/smtp-url, such as smtps://user:password@mail.example.org. Write it, then run this again." >&2
fi
if [ ! -e "$secrets/tls/ca.pem" ]; then
  echo "Still missing: $secrets/tls. custody's command create-certificates makes it." >&2
fi
