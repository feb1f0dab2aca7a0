import type { App } from '../src/cli/context.ts';
import { runCli } from '../src/cli/program.ts';
import type { TextOutput } from '../src/kernel/command-line.ts';
import type { Operations } from '../src/operate/operations.ts';
import { toyOperations } from './fixtures/contender.ts';

/** Runs a command line in this process, on toy operations. */
export async function runToyCli(
  line: string,
  operations: Partial<Operations> = {},
  app: Partial<App> = {},
  out: Partial<TextOutput> = {},
) {
  const written = { stdout: '', stderr: '' };
  let closed = 0;
  const code = await runCli(line.split(' ').filter(Boolean), {
    loadApp: async () => ({
      openOperations: async () => ({
        operations: { ...toyOperations(), ...operations },
        close: async () => void closed++,
      }),
      serve: async () => ({ address: '', data: '', stop: async () => {} }),
      answerAgent: async () => 0,
      ...app,
    }),
    version: '1.2.3',
    stdout: { write: (text) => (written.stdout += text), ...out },
    stderr: { write: (text) => (written.stderr += text) },
    env: {},
  });
  return { code, closed, ...written };
}
