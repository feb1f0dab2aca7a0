import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import type { LeaseHolder, WriterLeases } from './writer-leases.ts';

export class WriterBusy extends Error {
  constructor(heldBy: string) {
    super(`${heldBy} writes into these stores, and only one process may at a time; retry when it has ended`);
    this.name = 'WriterBusy';
  }
}

/** This process had the right to write, and another one may have it by now. */
export class WriterLost extends Error {
  constructor() {
    super('the write lease was lost: the control store was not reached in time to renew it');
    this.name = 'WriterLost';
  }
}

export interface HeldLease {
  readonly epoch: number;
  /** Aborts, with a {@link WriterLost}, before another process can have the lease. */
  readonly lost: AbortSignal;
  /** @throws WriterLost where it is lost, also before the signal was seen: a process that was stopped asks first */
  check(): void;
  giveBack(): Promise<void>;
}

/** Milliseconds between two looks at a holder that may be dead. */
const lookMs = 200;

export interface LeaseTiming {
  ttlMs: number;
  renewMs: number;
  /** Safety margin: the lease counts as lost this long before the database lets another process have it. */
  marginMs: number;
}

/** A reader that is killed is replaced after the first; a database that fails over has to be back before that. */
const defaultTiming: LeaseTiming = { ttlMs: 10_000, renewMs: 2_000, marginMs: 2_500 };

/**
 * Takes the right to write and keeps it. One whose holder was killed is waited for, until its time is up.
 *
 * @param options.holder who this is, for people
 * @param options.above see {@link WriterLeases.take}
 * @param options.report the report about the exchange, asked at each renewal
 * @throws WriterBusy naming the holder, once the holder has proved to be alive
 */
export async function holdLease(options: {
  writers: WriterLeases;
  holder: string;
  above: number;
  report?: () => unknown;
  timing?: LeaseTiming;
  /** Called with the holder of a lease that is void, as it ends too far in the future. */
  onVoid?: ((heldBy: string) => void) | undefined;
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
}): Promise<HeldLease> {
  const {
    writers,
    holder,
    above,
    report = () => undefined,
    timing = defaultTiming,
    onVoid,
    signal,
  } = options;
  const { ttlMs, marginMs } = timing;
  let held: LeaseHolder | undefined;
  for (;;) {
    // From before the question is sent: the database's count begins later.
    const goodUntilMs = monotonicMs() + ttlMs - marginMs;
    const answer = await writers.take({ holder, ttlMs, above });
    if ('epoch' in answer) {
      if (answer.voidedHolder !== undefined) onVoid?.(answer.voidedHolder);
      return keepLease({ epoch: answer.epoch, goodUntilMs, writers, report, timing });
    }
    if (held !== undefined && held.until !== answer.until) throw new WriterBusy(answer.heldBy);
    held = answer;
    await delay(lookMs, undefined, { signal });
  }
}

function keepLease(options: {
  epoch: number;
  goodUntilMs: number;
  writers: WriterLeases;
  report: () => unknown;
  timing: LeaseTiming;
}): HeldLease {
  const { epoch, writers, report, timing } = options;
  const { ttlMs, renewMs, marginMs } = timing;
  let { goodUntilMs } = options;
  const loss = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let givenBack = false;

  function lose(): void {
    clearTimeout(timer);
    if (!givenBack && !loss.signal.aborted) loss.abort(new WriterLost());
  }
  async function renew(): Promise<void> {
    const sentMs = monotonicMs();
    try {
      if (!(await writers.renew({ epoch, ttlMs, report: report() }))) return lose();
      goodUntilMs = sentMs + ttlMs - marginMs;
      deadline.refresh();
    } catch {
      // Tried again until the deadline.
    }
    if (!givenBack && !loss.signal.aborted) schedule();
  }
  function schedule(): void {
    timer = setTimeout(() => {
      renewing = renew();
    }, renewMs).unref();
  }
  // It fires within its last millisecond at the earliest, and check() knows better where it fires late.
  const deadline = setTimeout(lose, ttlMs - marginMs).unref();
  schedule();

  return {
    epoch,
    lost: loss.signal,
    check() {
      if (!loss.signal.aborted && monotonicMs() >= goodUntilMs) lose();
      loss.signal.throwIfAborted();
    },
    async giveBack() {
      givenBack = true;
      clearTimeout(timer);
      clearTimeout(deadline);
      await renewing;
      await writers.release(epoch);
    },
  };
}
