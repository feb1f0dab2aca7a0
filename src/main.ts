import { runCli } from './cli/program.ts';
import { redactKeys } from './kernel/log.ts';
import { version } from './version.ts';

/** Removes keys typed in the wrong place, because stderr may be logged. */
function writeRedacted(text: string): boolean {
  return process.stderr.write(redactKeys(text));
}

/** Deliveries under way: a caller that waits for one gets its failure, and may have something to undo. */
let delivering = 0;
// A reader that has seen enough (`| head`) is no failure; nothing more can be sent to it anyway.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (delivering === 0) process.exit(fault.code === 'EPIPE' ? 0 : 1);
});

// Messages have no reader then, and there is no other place for this one.
process.stderr.on('error', () => undefined);

async function deliver(text: string): Promise<void> {
  delivering += 1;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (fault) => (fault ? reject(fault) : resolve()));
  });
  // Not taken back where it failed: that is reported, too, and the stream's own event comes later.
  delivering -= 1;
}
// Ends the process as it would end without this, but with the keys in the message left out.
process.on('uncaughtException', (fault: unknown) => {
  writeRedacted(`tidemark: ${fault instanceof Error ? fault.stack : String(fault)}\n`);
  process.exit(1);
});

async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

const { stdin, stdout, stderr } = process;
const code = await runCli(process.argv.slice(2), {
  loadApp: () => import('./app/commands.ts'),
  version,
  stdout: { write: (text) => stdout.write(text), deliver, isTTY: stdout.isTTY, columns: stdout.columns },
  stderr: { write: writeRedacted, isTTY: stderr.isTTY, columns: stderr.columns },
  ...(stdin.isTTY && stderr.isTTY && { confirm }),
});
// A pipe takes its text asynchronously: the process may end only once it has taken all.
await Promise.all([stdout, stderr].map((stream) => new Promise((drained) => stream.write('', drained))));
// Everything is closed. Exits explicitly, because threads of an engine may keep the process alive.
process.exit(code);
