#!/usr/bin/env bash
# Gives the lock of a dead primary back before Patroni's shortest ttl (20 s) has passed. It runs on each of the three machines; when two of them
# had no answer from the leader's Patroni three times in a row, the lease of its lock is revoked, and the standbys elect as after a ttl.
# A leader that lives all the same loses nothing: without a standby it acknowledges no write (synchronous_mode), and its Patroni demotes it.
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
  # One answer has the leader and its lease, so that what is revoked is the lease of the one that was looked at.
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
