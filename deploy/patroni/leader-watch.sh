#!/usr/bin/env bash
# Releases the lock of a dead primary before Patroni's minimum ttl (20 s) has passed. Runs on each of the three machines; when two of them have had
# no response from the leader's Patroni three times in a row, the lease of its lock is revoked, and the standbys elect a leader as after the ttl.
# A leader that is still alive loses no data: without a standby it acknowledges no write (synchronous_mode), and its Patroni demotes it.
#
# Settings: NAME, this machine's name in Patroni; SCOPE, namespace and scope; ETCDCTL_ENDPOINTS, all three etcd. Needs etcdctl and curl.
set -uo pipefail
: "${NAME:?the name of this machine in patroni.yml}" "${ETCDCTL_ENDPOINTS:?all etcd, divided by commas}"
scope=${SCOPE:-/patroni/ve-so}
misses_needed=3
machines_needed=2
missed=0
seen=

etcd() { ETCDCTL_API=3 etcdctl --dial-timeout=1s --command-timeout=2s "$@" 2>/dev/null; }
field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"; }

while sleep 0.5; do
  # Reads the leader and its lease in one response, so that only the lease of the checked leader can be revoked.
  lock=$(etcd get "$scope/leader" --write-out=json) || continue
  leader=$(field value <<<"$lock" | base64 -d)
  lease=$(field lease <<<"$lock")
  if [ "$leader" != "$seen" ]; then
    missed=0 seen=$leader
    url=$(etcd get "$scope/members/$leader" --print-value-only | field api_url)
  fi
  [ -n "$leader" ] && [ "$leader" != "$NAME" ] && [ -n "$lease" ] && [ -n "$url" ] || continue
  if curl --silent --insecure --max-time 1 --output /dev/null "$url"; then
    missed=0
    continue
  fi
  missed=$((missed + 1))
  [ "$missed" -ge "$misses_needed" ] || continue
  vote=$(etcd lease grant 3 | sed -n 's/^lease \([0-9a-f]*\) granted.*/\1/p')
  etcd put --lease="$vote" "$scope-suspects/$leader/$NAME" '' >/dev/null || continue
  votes=$(etcd get --prefix --keys-only "$scope-suspects/$leader/" | grep -c .)
  [ "$votes" -ge "$machines_needed" ] || continue
  echo "leader-watch: $leader does not answer on $votes machines, its lock is given back"
  etcd lease revoke "$(printf '%x' "$lease")"
done
