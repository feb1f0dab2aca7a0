import { type SeededRng, seededRng } from '../../../../src/kernel/rng.ts';
import type { FaultLog } from './fault-log.ts';
import type { RequestFaultRates } from './fault-rates.ts';
import { pickFault } from './pick-fault.ts';

/** Fault of a REST request; exactly one of the fields is set. */
export interface RequestFault {
  /** The answer comes so much later. */
  delayMs?: number;
  /** The answer is this status, without the data. */
  status?: number;
  /** The connection ends without an answer. */
  drop?: boolean;
  /** The answer is cut in the middle. */
  malformed?: boolean;
}

const serverErrors = [500, 502, 503, 504];
const slowestMs = 3_000;
/** Types that get draws of their own; those beyond share one. */
const typesLimit = 64;

const effects: { [K in keyof RequestFaultRates]: (rng: SeededRng) => RequestFault } = {
  slow: (rng) => ({ delayMs: 100 + rng.below(slowestMs) }),
  serverError: (rng) => ({ status: serverErrors[rng.below(serverErrors.length)]! }),
  tooMany: () => ({ status: 429 }),
  lost: () => ({ drop: true }),
  garbled: () => ({ malformed: true }),
};

export function createRequestFaults(options: {
  seed: string;
  rates: RequestFaultRates;
  log: FaultLog;
  plan: { readonly isOver: boolean };
}): (type: string) => RequestFault | undefined {
  const { seed, rates, log, plan } = options;
  const rngs = new Map<string, SeededRng>();

  function rngOf(type: string): SeededRng {
    const name = rngs.has(type) || rngs.size < typesLimit ? type : 'other';
    const rng = rngs.get(name) ?? seededRng(`${seed}/faults/request/${name}`);
    rngs.set(name, rng);
    return rng;
  }

  return (type) => {
    if (plan.isOver) return undefined;
    const rng = rngOf(type);
    const kind = pickFault(rates, rng);
    if (kind === undefined) return undefined;
    log.add({ kind, connection: 0, about: type });
    return effects[kind](rng);
  };
}
