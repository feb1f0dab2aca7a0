import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DataType, load, open } from 'ffi-rs';

// A ClickHouse server from the embedded engine's library: its `clickhouse local` entry point can listen. Started by clickhouse-harness.ts
// with: directory, HTTP port, and optionally a native port and a settings file.
const [directory, httpPort, nativePort, configFile] = process.argv.slice(2);
if (directory === undefined || httpPort === undefined)
  throw new Error('usage: clickhouse-child DIR HTTP_PORT [NATIVE_PORT CONFIG_FILE]');

// The engine keeps this thread for good, so a worker watches the pipe that ends with the parent.
const watch = `
  const { readSync, rmSync } = require('node:fs');
  const { workerData } = require('node:worker_threads');
  try { while (readSync(0, Buffer.alloc(1)) > 0); rmSync(workerData, { recursive: true, force: true }); }
  finally { process.kill(process.pid, 'SIGKILL'); }`;
const watcher = new Worker(watch, { eval: true, workerData: directory });
await new Promise((resolve) => watcher.once('online', resolve));

open({ library: 'chdb', path: findLibrary() });
const forever = 'SELECT sum(sleepEachRow(3)) FROM numbers(1000000000)';
const argv = [
  'clickhouse',
  `--path=${directory}`,
  `--http_port=${httpPort}`,
  '--listen_host=127.0.0.1',
  ...(nativePort === undefined ? [] : [`--tcp_port=${nativePort}`, `--config-file=${configFile}`]),
  '--multiquery',
  `--query=${nativePort === undefined ? '' : 'SYSTEM START LISTEN TCP; '}SYSTEM START LISTEN HTTP; ${forever} SETTINGS max_block_size=1, function_sleep_max_microseconds_per_block=10000000000`,
];
const code = load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.I32,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});
process.exit(code === 0 ? 1 : code);

/** `libchdb.so` of the platform package that chdb chose at install. */
function findLibrary(): string {
  const fromChdb = createRequire(createRequire(import.meta.url).resolve('chdb'));
  const platforms = ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'darwin-x64'];
  for (const platform of platforms) {
    try {
      const file = join(dirname(fromChdb.resolve(`@chdb/lib-${platform}/package.json`)), 'libchdb.so');
      if (existsSync(file)) return file;
    } catch {
      // Not the package of this platform.
    }
  }
  throw new Error(`no libchdb.so: none of @chdb/lib-{${platforms.join(',')}} is installed`);
}
