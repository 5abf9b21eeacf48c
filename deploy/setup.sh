#!/bin/sh
# Writes the secrets that are still missing into secrets/: passwords, database URLs, the operators' token. It replaces nothing, so it may
# run again at any time. Run it as root: containers read their secrets as users 65532 and 999.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets/postgres acme tls
# the proxy reads these as its own user
chmod 755 acme

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
  chmod 400 "$1.new"
  if [ "$(id -u)" = 0 ]; then chown "$2:$2" "$1.new"; fi
  mv "$1.new" "$1"
  echo "created $1"
}

if [ "$(id -u)" = 0 ]; then chown 999:999 secrets/postgres; fi
random | keep secrets/postgres/superuser 999
for service in gateway vault relay console; do
  random | keep "secrets/postgres/$service" 999
  random | keep "secrets/postgres/${service}_owner" 999
  printf 'postgres://%s:%s@postgres:5432/%s\n' "$service" "$(cat "secrets/postgres/$service")" "$service" |
    keep "secrets/$service-database-url" 65532
  printf 'postgres://%s_owner:%s@postgres:5432/%s\n' "$service" "$(cat "secrets/postgres/${service}_owner")" "$service" |
    keep "secrets/$service-migration-url" 65532
done
random | keep secrets/gateway-operator-token 65532
openssl rand -hex 32 | keep secrets/console-secret 65532

# certificates with which custody, its sites and operators know each other; made by custody's command
if [ -d secrets/tls ] && [ "$(id -u)" = 0 ]; then chown -R 65532:65532 secrets/tls; fi

if [ ! -e secrets/smtp-url ]; then
  echo 'Still missing: secrets/smtp-url, such as smtps://user:password@mail.example.org. Write it, then run this again.' >&2
else
  chmod 400 secrets/smtp-url
  if [ "$(id -u)" = 0 ]; then chown 65532:65532 secrets/smtp-url; fi
fi
if [ -e secrets/console-vault-token ]; then
  chmod 400 secrets/console-vault-token
  if [ "$(id -u)" = 0 ]; then chown 65532:65532 secrets/console-vault-token; fi
fi
if [ ! -e secrets/tls/ca.pem ]; then
  echo 'Still missing: secrets/tls. README.md says which command makes it.' >&2
fi
