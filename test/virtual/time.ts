import { setImmediate as turn } from 'node:timers/promises';
import type { Cancel, Timers } from '../../src/kernel/timers.ts';

/** Time that passes only when nothing else is left to do: a wait costs nothing, and the same run has the same order. */
export interface VirtualTime extends Timers {
  /** Advances time until the work is done. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Resolves the work of an engine or a disk at a virtual moment of its own, independent of its real duration: otherwise the order of
   * events would depend on the machine.
   */
  outside<T>(work: Promise<T>): Promise<T>;
}

interface Event {
  atMs: number;
  run(): unknown;
}

/** What work outside takes, milliseconds. */
const outsideMs = 1;

export function createVirtualTime(): VirtualTime {
  let nowMs = 0;
  /** By time; events of the same time keep their insertion order. */
  const events: Event[] = [];

  function schedule(waitMs: number, run: Event['run']): Cancel {
    const event = { atMs: nowMs + Math.max(0, waitMs), run };
    let low = 0;
    for (let high = events.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (events[middle]!.atMs <= event.atMs) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
    return () => {
      const at = events.indexOf(event);
      if (at >= 0) events.splice(at, 1);
    };
  }

  const time: VirtualTime = {
    monotonicMs: () => nowMs,
    after: schedule,
    every(intervalMs, run) {
      const again = () => {
        cancel = schedule(intervalMs, again);
        run();
      };
      let cancel = schedule(intervalMs, again);
      return () => cancel();
    },
    pause(waitMs, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal?.aborted) return Promise.reject(signal.reason);
      const abort = () => {
        cancel();
        reject(signal!.reason);
      };
      const cancel = schedule(waitMs, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
      return promise;
    },
    outside(work) {
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      const { promise, resolve } = Promise.withResolvers<typeof work>();
      schedule(outsideMs, async () => {
        await ended;
        resolve(work);
      });
      return promise.then((result) => result);
    },
    async run(work) {
      let isOver = false;
      const done = work().finally(() => {
        isOver = true;
      });
      done.catch(() => undefined);
      await quiet();
      while (!isOver) {
        const event = events.shift();
        if (event === undefined) throw new Error('the work waits for something that is in no virtual time');
        nowMs = event.atMs;
        await event.run();
        await quiet();
      }
      return done;
    },
  };
  return time;
}

/** Resolves once all that follows from the last event has happened, files that are written included. */
async function quiet(): Promise<void> {
  do await turn();
  while (process.getActiveResourcesInfo().some((kind) => /^(FSReq|CloseReq|FileHandle)/.test(kind)));
}
