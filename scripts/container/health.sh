#!/bin/bash
# The image's health check: does the sandbox of process 1 (or PID) answer, and can it store data?
#
#     gateway-sandbox-health [PID]
#
# Over plain HTTP, this script checks by itself, within milliseconds. For HTTPS and for settings in a config file, it uses
# `gateway-sandbox health`, which takes as long as a start.
# Kubernetes sets it to tcp://10.0.0.1:4700 for a service called gateway-sandbox. The configuration ignores that, too.
case ${GATEWAY_SANDBOX_PORT:-} in tcp:* | udp:*) unset GATEWAY_SANDBOX_PORT ;; esac
port=${GATEWAY_SANDBOX_PORT:-}
host=${GATEWAY_SANDBOX_HOST:-}
config=${GATEWAY_SANDBOX_CONFIG:-}
https=${GATEWAY_SANDBOX_HTTPS:-${GATEWAY_SANDBOX_CERT:+1}}

# Flags take precedence over the environment. If another program runs the sandbox as process 1, its arguments contain ours.
args=()
[ -r "/proc/${1:-1}/cmdline" ] && mapfile -d '' -t args <"/proc/${1:-1}/cmdline"
for ((at = 0; at < ${#args[@]}; at++)); do
  case ${args[at]} in
    --port) port=${args[at + 1]:-} ;;
    --port=*) port=${args[at]#*=} ;;
    --host) host=${args[at + 1]:-} ;;
    --host=*) host=${args[at]#*=} ;;
    --config) config=${args[at + 1]:-} ;;
    --config=*) config=${args[at]#*=} ;;
    --https | --cert | --cert=*) https=1 ;;
  esac
done

program=${0%/*}/gateway-sandbox
if [ -n "$config" ] || [ -e gateway-sandbox.config.json ]; then
  [ -n "$port" ] && export GATEWAY_SANDBOX_PORT=$port
  [ -n "$host" ] && export GATEWAY_SANDBOX_HOST=$host
  [ -n "$https" ] && export GATEWAY_SANDBOX_HTTPS=$https
  [ -n "$config" ] && export GATEWAY_SANDBOX_CONFIG=$config
  NODE_TLS_REJECT_UNAUTHORIZED=0 NODE_NO_WARNINGS=1 exec "$program" health
fi

port=${port:-4700}
case $host in '' | 0.0.0.0 | :: | localhost) host=127.0.0.1 ;; esac
case $host in *:*) address=[$host] ;; *) address=$host ;; esac
case $https in
  # Checks this machine, so any certificate is accepted: the one of --cert may come from anywhere.
  1 | true) NODE_TLS_REJECT_UNAUTHORIZED=0 NODE_NO_WARNINGS=1 exec "$program" health --url "https://$address:$port" ;;
esac

exec 3<>"/dev/tcp/$host/$port" || exit 1
printf 'GET /_sandbox/health HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n' "$address" "$port" >&3
read -r -t 4 -u 3 _ status _
[ "$status" = 200 ] && exit 0
mapfile -t -u 3 answer
echo "The sandbox at http://$address:$port answered ${status:-nothing}. ${answer[*]: -1}"
exit 1
