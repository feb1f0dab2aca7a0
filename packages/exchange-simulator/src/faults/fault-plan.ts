import type { Clock } from '../../../../src/kernel/clock.ts';
import { seededRng } from '../../../../src/kernel/rng.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { type FaultProfile, type FaultRates, faultProfiles } from './fault-rates.ts';
import { createFrameFaults, type FrameFaults } from './frame-faults.ts';
import { createRequestFaults, type RequestFault } from './request-faults.ts';

/**
 * Faults between a simulated exchange and its clients. They depend only on the seed and the order of events: the n-th frame of the n-th
 * connection, and the n-th request of a type, always have the same fault.
 */
export interface FaultPlan {
  /** @param type of the `/info` request. */
  onRequest(type: string): RequestFault | undefined;
  /** Called for every connection attempt: the faults of the connection, or undefined if it is refused. */
  connect(): FrameFaults | undefined;
  /** All connections were ended: those who come back at once are refused. */
  storm(): void;
  /** From now on nothing goes wrong any more; a connection that is half-open stays so. */
  end(): void;
  /** Offset of the exchange's clock, in `time` fields that are no event's time: of books and accounts. */
  readonly skewMs: number;
  readonly log: FaultLog;
}

export interface FaultPlanOptions {
  /** Any text. */
  seed: string;
  rates: FaultRates | FaultProfile;
  /** The exchange's. */
  clock: Clock;
}

/** Attempts that a storm refuses: few, because those who come back wait longer each time. */
const refusedLimit = 5;

export function createFaultPlan({ seed, rates: params, clock }: FaultPlanOptions): FaultPlan {
  const rates = typeof params === 'string' ? faultProfiles[params] : params;
  const log = createFaultLog(clock);
  const rng = seededRng(`${seed}/faults`);
  const skewMs = Math.round((2 * rng.unit() - 1) * rates.clockSkewMs);
  const plan = { isOver: false };
  let connections = 0;
  let refusals = 0;
  return {
    skewMs: skewMs === 0 ? 0 : skewMs,
    log,
    onRequest: createRequestFaults({ seed, rates: rates.requests, log, plan }),
    connect() {
      const connection = ++connections;
      if (refusals > 0) {
        refusals -= 1;
        log.add({ kind: 'refused', connection, about: 'connection' });
        return undefined;
      }
      const ownRng = seededRng(`${seed}/faults/connection/${connection}`);
      return createFrameFaults({ rates: rates.frames, rng: ownRng, log, connection, plan });
    },
    end() {
      plan.isOver = true;
      refusals = 0;
    },
    storm() {
      refusals = 1 + rng.below(refusedLimit);
    },
  };
}
