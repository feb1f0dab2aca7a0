import { createStartedThread, type StartedThread } from '../kernel/started-thread.ts';
import type { FoldThread } from './fold-worker.ts';

/** Smaller answers may stand in memory that they share with others: they are copied. */
const ownBytes = 65_536;

/** The thread that folds. While it is empty it knows no prices. */
export function startFoldThread(): StartedThread<FoldThread> {
  const module = new URL('./fold-worker.ts', import.meta.url);
  return createStartedThread<FoldThread>(module, {}, answersOf);
}

/** Answers of the engine go over as they are: they are not read here any more. */
function answersOf(args: readonly unknown[]): ArrayBuffer[] {
  const answers = args.filter((arg): arg is Uint8Array<ArrayBuffer> => arg instanceof Uint8Array);
  const whole = answers.filter(
    (bytes) => bytes.length >= ownBytes && bytes.length === bytes.buffer.byteLength,
  );
  return whole.map(({ buffer }) => buffer);
}
