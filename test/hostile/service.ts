import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ended, runCommand, startServer } from '../e2e/command.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** The service under test: it runs, or is started again. */
export interface TestedService {
  /** Address of the service; undefined while it is down. */
  address(): string | undefined;
  /** Starts the service and waits until it runs: retries a start that is killed or finds the disk full. */
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** Runs a command while the service runs. */
  command(args: string[]): Promise<Ended>;
  /** Exits that the test did not cause. */
  readonly surprises: string[];
  /** Output of the service and its commands. */
  said(): string;
  /** Resident memory at each sample, bytes. */
  readonly resident: number[];
  look(): void;
}

/**
 * @param serveFlags of `serve`
 * @param commandFlags of each command run next to it
 */
export function createTestedService(
  serveFlags: string[],
  commandFlags: string[],
  settings: Record<string, string>,
): TestedService {
  const texts: string[] = [];
  const surprises: string[] = [];
  const resident: number[] = [];
  let server: Server | undefined;
  let expected = false;

  function watch(started: Server): void {
    void started.ended.then(({ code, signal, stdout, stderr }) => {
      texts.push(stdout, stderr);
      if (server === started) server = undefined;
      if (!expected) surprises.push(`ended with ${code ?? signal}: ${stderr.slice(-600)}`);
    });
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ending = server;
    if (ending === undefined) return 0;
    expected = true;
    server = undefined;
    ending.child.kill(signal);
    return (await ending.ended).code;
  }

  return {
    surprises,
    resident,
    address: () => server?.address,
    said: () => texts.join('\n') + (server?.written.stderr ?? ''),
    async start() {
      for (let attempt = 1; server === undefined; attempt++) {
        try {
          expected = false;
          server = await startServer(serveFlags, settings);
          watch(server);
        } catch (error) {
          texts.push(String(error));
          if (attempt === 20) throw error;
          await delay(500); // waits: what kept it from starting may pass
        }
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async command(args) {
      const ended = await runCommand([...args, ...commandFlags], settings);
      texts.push(ended.stderr);
      return ended;
    },
    look() {
      const pid = server?.child.pid;
      if (pid === undefined) return;
      try {
        const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        if (kibibytes !== undefined) resident.push(Number(kibibytes) * 1_024);
      } catch {
        // It has just ended.
      }
    },
  };
}
