/**
 * Runs a node on the simulated exchange and the service in one command: `npm run start:node`. One process simulates the exchange and a node
 * that writes its directory; the other, the service, follows that directory. Options are those of `tidemark simulate-server`:
 * `npm run start:node -- --node-faults mild`. The service is configured by `TIDEMARK_…`, as everywhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { settings } from '../src/config/schema.ts';
import { requirePortal } from './portal.ts';

const tidemark = join(import.meta.dirname, '..', 'tidemark');
const home = 'data-node';
const nodeDir = join(home, 'hl');
const requests = process.argv.slice(2);
const running = new Map<string, ChildProcess>();
let stopping: NodeJS.Signals | undefined;

function start(name: string, args: readonly string[]): ChildProcess {
  const child = spawn(tidemark, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  // Own process group: otherwise a terminal's Ctrl-C would reach the child directly as well, and two signals end it at once.
  running.set(name, child);
  child.once('exit', (code, signal) => {
    running.delete(name);
    // Each process is useless without the other.
    if (stopping === undefined) {
      process.stderr.write(`${name} has ended (${signal ?? `exit code ${code}`}): stopping\n`);
      process.exitCode = code === 0 || code === null ? 1 : code;
      stop('SIGTERM');
    }
  });
  return child;
}

function stop(signal: NodeJS.Signals): void {
  stopping = signal;
  for (const child of running.values()) child.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

await requirePortal();
const given = (option: string) => requests.some((arg) => arg === option || arg.startsWith(`${option}=`));
const simulator = start('the simulator', [
  'simulate-server',
  ...(given('--port') ? [] : ['--port', '0']),
  ...(given('--node-info-port') ? [] : ['--node-info-port', '0']),
  ...(given('--node-archive') ? [] : ['--node-archive', join(home, 'archive')]),
  ...(given('--node-truth') ? [] : ['--node-truth', join(home, 'truth.json')]),
  ...requests,
  '--node-dir',
  nodeDir,
]);

let info: string | undefined;
for await (const line of createInterface({ input: simulator.stdout! })) {
  process.stderr.write(`simulator: ${line}\n`);
  info = /answers at (http:\S+)$/.exec(line)?.[1];
  if (info !== undefined) break;
}
simulator.stdout!.resume();
if (info !== undefined && stopping === undefined) {
  const service = start('the service', [
    'serve',
    '--source',
    'node',
    '--node-dir',
    nodeDir,
    '--data',
    join(home, 'store'),
    ...(settings.some(({ flag }) => flag === '--node-info') ? ['--node-info', info] : []),
  ]);
  service.stdout!.pipe(process.stdout);
}
await Promise.all([...running.values()].map((child) => once(child, 'exit')));
