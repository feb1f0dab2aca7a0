/**
 * Makes a new control directory: `new-directory.ts DIR`. A process of its own, since what making one takes of memory, half a
 * gigabyte, stays with the process that did it.
 */
import { openDirectory, syncTree } from './durable-directory.ts';

// A terminal sends Ctrl-C to every process of a command: the start that waits for this one ends it.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);

const [, , path] = process.argv;
try {
  if (path === undefined) throw new Error('names no directory');
  await (await openDirectory(path)).close();
  await syncTree(path);
} catch (fault) {
  // PGlite's file system throws objects that are no errors: their number says what happened.
  const { errno, message } = (fault ?? {}) as { errno?: number; message?: string };
  process.stdout.write(JSON.stringify({ errno, message }));
  process.exitCode = 1;
}
