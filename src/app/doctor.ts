import type { Readiness } from '../http/calls/readiness.ts';
import { minuteMs, systemClock } from '../kernel/clock.ts';
import { createPace } from '../kernel/pace.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { FoldWatch } from '../lifecycles/fold-watch.ts';
import type { Diagnosis } from '../operate/diagnosis.ts';
import type { Operations } from '../operate/operations.ts';
import type { Live } from './live.ts';

const sampleMs = 30_000;
/** Views that build themselves: no reason for an operator to act. */
const building = new Set(['snapshots', 'positions']);

export interface ServedState {
  live: Pick<Live, 'state' | 'nodeInfo'> | undefined;
  folds: Pick<FoldWatch, 'state'>;
  /** Undefined until the sources are open. */
  readiness(): Readiness | undefined;
  isReady(): boolean;
  /** Unix milliseconds; default: the system clock. */
  nowMs?: () => number;
}

/** The diagnosis of a process that serves: that of its stores, with its feeds, its checks and its pace. */
export function openDoctor(stored: Operations, served: ServedState, shutdown: Shutdown) {
  const pace = createPace();
  function sample(): void {
    const nowMs = (served.nowMs ?? systemClock.nowMs)();
    for (const { what, count } of unread(served)) pace.note(what, count, nowMs);
    for (const { feed, state, gaps } of served.readiness()?.gaps ?? [])
      if (state === 'open') pace.note(`open gaps of ${feed}`, gaps, nowMs);
  }
  const timer = setInterval(sample, sampleMs).unref();
  shutdown.register('samples of the pace', () => clearInterval(timer));

  return async (): Promise<Diagnosis> => {
    const found = await stored.doctor();
    sample();
    const feeds = feedsOf(served);
    const late = feeds.filter(({ state }) => state === 'late').map(({ source }) => source);
    const failing = Object.entries(served.readiness()?.checks ?? {}).filter(([, check]) => check !== true);
    const acting = served.isReady() ? failing.filter(([name]) => !building.has(name)) : [];
    const phase = served.isReady() ? undefined : found.start?.phases.at(-1)?.phase;
    const waiting = failing.map(([what, why]) => ({ what, why: String(why) }));
    return {
      ...found,
      reads: [...feeds, ...found.reads],
      missing: [
        ...(phase === undefined ? [] : [{ what: 'the start', why: `it is ${phase}` }]),
        ...waiting,
        ...unread(served).filter(({ count }) => count > 0),
        ...folding(served),
        ...found.missing,
      ].map((one) => {
        const wholeAtMs = pace.doneAtMs(one.what);
        return { ...one, ...(wholeAtMs !== undefined && { wholeAtMs }) };
      }),
      needs: [
        ...acting.map(([name, why]) => `${name}: ${why}`),
        ...(late.length > 0 && served.isReady() ? [`nothing new comes from ${late.join(', ')}`] : []),
        ...found.needs,
      ],
    };
  };
}

function feedsOf({ live }: ServedState): Diagnosis['reads'] {
  return (live?.state()?.feeds ?? []).map(({ name, ageMs, staleMs, newestMs, lagMs }) => ({
    source: name,
    state: Number.isFinite(staleMs) && ageMs > staleMs ? 'late' : 'current',
    ...(newestMs > 0 && { toMs: newestMs }),
    ...(lagMs !== undefined && { lagMs }),
  }));
}

/** Wallets and accounts that are not whole yet; 0 if all are. */
function unread({ live }: ServedState) {
  const wallets = live?.state()?.wallets;
  const accounts = live?.nodeInfo()?.accounts;
  return [
    {
      what: 'fills of wallets',
      count: wallets?.behind ?? 0,
      why: "they are read one by one, within the exchange's weight",
    },
    {
      what: 'wallets left out',
      count: wallets?.untracked ?? 0,
      why: 'TIDEMARK_LIVE_WALLETS is reached',
    },
    {
      what: 'fills that the exchange did not return',
      count: wallets?.missingFills ?? 0,
      why: 'its answers lack them, although it showed the trades',
    },
    {
      what: 'account states',
      count: accounts?.unread ?? 0,
      why: "the node's info server is asked one by one",
    },
  ];
}

function folding({ folds }: ServedState): Diagnosis['missing'] {
  const { lagMs = 0 } = folds.state() ?? {};
  return lagMs > minuteMs ? [{ what: 'lifecycles', why: 'stored fills are still being folded' }] : [];
}
