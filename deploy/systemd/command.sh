#!/bin/bash
# Runs a command of a program with the settings, secrets and user of its running unit, as root:
#   command.sh latchkey-custody@4179 show-kek
set -eu
if [ $# -lt 2 ]; then
  echo 'Usage: command.sh <unit> <command> …, such as command.sh latchkey-custody@4179 show-kek' >&2
  exit 2
fi
unit=$1
shift
pid=$(systemctl show --property=MainPID --value "$unit")
if [ "$pid" = 0 ]; then
  echo "$unit doesn't run: systemctl start $unit" >&2
  exit 1
fi
mapfile -t -d '' command < "/proc/$pid/cmdline"
mapfile -t -d '' environment < "/proc/$pid/environ"
exec nsenter --target "$pid" --all --setuid "$(stat -c %u "/proc/$pid")" --setgid "$(stat -c %g "/proc/$pid")" \
  env -i "${environment[@]}" "${command[0]}" "${command[1]}" "$@"
