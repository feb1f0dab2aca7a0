import { takeProcessLock } from '../kernel/process-lock.ts';
import { ControlError } from './control-error.ts';

/**
 * Holds a directory for one process, by a lock file beside it.
 * @returns a function that lets go.
 * @throws ControlError `in_use` where another process, or this one, holds it.
 */
export function lockDirectory(dir: string): () => void {
  const release = takeProcessLock(`${dir}.lock`, 0);
  if (release !== undefined) return release;
  throw new ControlError(
    'in_use',
    `${dir} is in use by another process; stop it first, or use Postgres, which several processes can share`,
  );
}
