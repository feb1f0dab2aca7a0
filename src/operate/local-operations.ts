import { systemClock } from '../kernel/clock.ts';
import { everyOperation, type Operations } from './operations.ts';
import type { OperatorStores } from './operator-stores.ts';

/** Writes queue up: one writer at a time. */
export function createLocalOperations(opened: Omit<OperatorStores, 'inTurn' | 'nowMs'>): Operations {
  let lastWrite: Promise<unknown> = Promise.resolve();
  const stores: OperatorStores = {
    nowMs: systemClock.nowMs,
    ...opened,
    inTurn(write) {
      const turn = lastWrite.then(write);
      lastWrite = turn.catch(() => undefined);
      return turn;
    },
  };
  const job = { onProgress: () => undefined, signal: new AbortController().signal };
  return everyOperation(
    (operation) =>
      (input, given = job) =>
        operation.run(stores, { ...input }, given),
  );
}
