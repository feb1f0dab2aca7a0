import { createStartedThread, type StartedThread } from '../kernel/started-thread.ts';
import type { FoldThread } from './fold-worker.ts';

/** Bytes. Smaller responses may share a pooled buffer, so they are copied instead of transferred. */
const ownBytes = 65_536;

/** An empty thread has no prices loaded. */
export function startFoldThread(): StartedThread<FoldThread> {
  const module = new URL('./fold-worker.ts', import.meta.url);
  return createStartedThread<FoldThread>(module, {}, answersOf);
}

/** Transfers the buffers of engine responses without a copy: the main thread does not read them again. */
function answersOf(args: readonly unknown[]): ArrayBuffer[] {
  const answers = args.filter((arg): arg is Uint8Array<ArrayBuffer> => arg instanceof Uint8Array);
  const whole = answers.filter(
    (bytes) => bytes.length >= ownBytes && bytes.length === bytes.buffer.byteLength,
  );
  return whole.map(({ buffer }) => buffer);
}
