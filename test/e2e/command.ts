import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const tidemark = join(import.meta.dirname, '..', '..', 'tidemark');

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A command of the program under way, as an operator starts it. */
export interface Command {
  child: ChildProcess;
  /** What it has written until now. */
  written: { stdout: string; stderr: string };
  ended: Promise<Ended>;
}

/** None outlives the process of the tests that started it, also one that is ended for its time. */
const running = new Set<ChildProcess>();
const endAll = () => running.forEach((child) => void child.kill('SIGKILL'));
process.once('exit', endAll);
process.once('SIGTERM', () => process.exit(143));

/** Starts `tidemark`, or another launcher, with these arguments; the settings are given as environment variables. */
export function startCommand(
  args: string[],
  settings: Record<string, string> = {},
  launcher = tidemark,
): Command {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TIDEMARK_'));
  const env = { ...Object.fromEntries(inherited), ...settings };
  const child = spawn(launcher, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text));
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...written }));
  return { child, written, ended };
}

/** What a command writes to stderr, once that matches: stdout, which says that it is ready, is a stream of its own. */
export async function said({ child, written, ended }: Command, what: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = what.exec(written.stderr);
    if (found !== null) return found;
    if (child.stderr!.readableEnded) throw new Error(`it never said ${what}: ${JSON.stringify(written)}`);
    await Promise.race([once(child.stderr!, 'data'), ended]);
  }
}

/** Where a server with an admin port offers it. */
export async function adminUrl(server: Command): Promise<string> {
  return (await said(server, /"url":"(http:[^"]+)","msg":"admin surface ready"/))[1]!;
}

/** Runs `tidemark` to its end. */
export function runCommand(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return startCommand(args, settings).ended;
}

/** Starts `tidemark serve` on a free port and resolves when it is ready. */
export async function startServer(args: string[], settings: Record<string, string> = {}) {
  const command = startCommand(['serve', '--port', '0', ...args], settings);
  await Promise.race([once(command.child.stdout!, 'data'), command.ended]);
  const address = /^tidemark ready at (http:\/\/[^ ]+) /.exec(command.written.stdout)?.[1];
  if (address === undefined) throw new Error(`no ready line: ${JSON.stringify(command.written)}`);
  return { ...command, address };
}
