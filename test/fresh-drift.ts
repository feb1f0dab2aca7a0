import { createDrift, drift } from '../src/wire/drift.ts';

/** Empties this thread's drift, whose bounded names other tests of the process may have filled. */
export function freshDrift(): void {
  Object.assign(drift, createDrift());
}
