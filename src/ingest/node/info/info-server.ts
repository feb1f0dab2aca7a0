import { type Clock, minuteMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { type Rng, secureRng } from '../../../kernel/rng.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { InfoAnswer, InfoRequest, InfoType } from '../../../wire/info-request.ts';
import type { Read } from '../../../wire/payload.ts';
import { backoffMs } from '../../sources/hyperliquid/backoff.ts';
import { createInfoClient } from '../../sources/hyperliquid/info-client.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import { createInfoTransport } from '../../sources/hyperliquid/info-transport.ts';
import type { Unusable } from '../../sources/hyperliquid/unusable.ts';
import { createWeightBudget, type WeightBudget } from '../../sources/hyperliquid/weight-budget.ts';
import { paceWeight } from '../../sources/hyperliquid/weight-pace.ts';

/** Why a node's info server is unusable. */
export type InfoServerFault =
  /** The server is unreachable, or answers with errors. */
  | 'away'
  /** The server answers in an unexpected format. */
  | 'unreadable'
  /** The server does not have account states. */
  | 'refused';

/** Health of a node's info server, as plain data. */
export interface InfoServerState {
  fault: InfoServerFault | undefined;
  /** Last failure with the address, for the log. */
  reason: string | undefined;
  answered: number;
  failed: number;
  refused: readonly InfoType[];
}

/** A node's info server: no weight limit, own request rate (docs/exchange.md#node-info). */
export interface InfoServer {
  /**
   * Sends one request; the caller retries failures.
   *
   * @param options.awaitedMs marks an interactive request: goes before all others, and is refused if not sent within this time
   * @throws InfoError; the signal's reason
   */
  ask<T extends InfoType>(
    request: InfoRequest<T> & { type: T },
    options?: { awaitedMs?: number; signal?: AbortSignal },
  ): Promise<Read<InfoAnswer<T>>>;
  /** Remaining backoff, milliseconds; grows with each failure. */
  restMs(): number;
  /** Whether the server's last answer contained account states. */
  isServing(): boolean;
  state(): InfoServerState;
  close(): Promise<void>;
}

export interface InfoServerOptions {
  /** `http://127.0.0.1:3001/info`. */
  url: string;
  /** Default 100. */
  requestsPerSecond?: number | undefined;
  keep(found: readonly Unusable[]): Promise<void>;
  clock: Clock;
  log: Log;
  /** First backoff after a failure; doubles with each one. */
  restFirstMs?: number;
  /** Timeout from sending to the last byte. */
  timeoutMs?: number;
  timers?: Timers;
  rng?: Rng;
}

/** Concurrent requests; kept low because the node also has blocks to follow. */
export const infoConcurrency = 8;
const restMaxMs = 30_000;
/** Another version of the node may support a type that this one refuses. */
const refusedForMs = minuteMs;
const states: InfoType = 'clearinghouseState';

export function openInfoServer(options: InfoServerOptions): InfoServer {
  const { url, requestsPerSecond = 100, keep, clock, log, restFirstMs = 500, timeoutMs = 5_000 } = options;
  const { timers = systemTimers, rng = secureRng } = options;
  const client = createInfoClient({
    transport: createInfoTransport({ url, connections: infoConcurrency, timeoutMs }),
    budget: requestRate(requestsPerSecond),
    keep,
    shares: { markets: 1, histories: 1, wallets: 1, roles: 1 },
    concurrency: infoConcurrency,
    attempts: 1,
    clock,
    timers,
    rng,
  });
  const refused = new Set<InfoType>();
  let failures = 0;
  let restUntilMs = Number.NEGATIVE_INFINITY;
  let fault: InfoServerFault | undefined;
  let reason: string | undefined;
  let wasServing = false;

  function noteAnswer(type: InfoType): void {
    failures = 0;
    restUntilMs = Number.NEGATIVE_INFINITY;
    refused.delete(type);
    if (type !== states) return;
    if (fault !== undefined || !wasServing) log.info({ url }, "the node's info server answers");
    wasServing = true;
    fault = undefined;
    reason = undefined;
  }

  function noteFault(found: InfoServerFault, message: string): void {
    reason = `${url}: ${message}`;
    if (fault !== found) log.warn({ url, reason: message }, faultTexts[found]);
    fault = found;
    wasServing = false;
  }

  function noteFailure(type: InfoType, error: unknown): void {
    if (!(error instanceof InfoError)) return;
    const { failure, message } = error;
    const nowMs = timers.monotonicMs();
    if (failure === 'refused') {
      if (!refused.has(type))
        log.warn({ url, type, reason: message }, "the node's info server refuses a type");
      refused.add(type);
      if (type !== states) return;
      noteFault('refused', message);
      restUntilMs = nowMs + refusedForMs;
    }
    if (failure !== 'unavailable' && failure !== 'malformed') return;
    // Requests in flight during an outage count as the same failure.
    if (nowMs < restUntilMs) return;
    failures += 1;
    restUntilMs = nowMs + backoffMs(failures, { firstMs: restFirstMs, maxMs: restMaxMs, rng });
    // One unreadable answer, or an error about one account, is no outage.
    if (failures > 1 || !wasServing) noteFault(failure === 'malformed' ? 'unreadable' : 'away', message);
  }

  return {
    async ask(request, { awaitedMs, signal } = {}) {
      const { type } = request;
      try {
        const answer = await client.ask(request, {
          staleness: { group: 'wallets', ageMs: 0, targetMs: 1 },
          ...(awaitedMs !== undefined && { awaitedMs }),
          ...(signal && { signal }),
        });
        noteAnswer(type);
        return answer;
      } catch (error) {
        noteFailure(type, error);
        throw error;
      }
    },
    restMs: () => Math.max(0, restUntilMs - timers.monotonicMs()),
    isServing: () => wasServing,
    state() {
      const { answered, failed } = client.state();
      return { fault, reason, answered, failed, refused: [...refused] };
    },
    close: client.close,
  };
}

const faultTexts: Record<InfoServerFault, string> = {
  away: "the node's info server does not answer; it is retried, and positions follow fills meanwhile",
  unreadable: "the node's info server gives invalid answers: is it the address of another service?",
  refused: "the node's info server refuses account states: does the node run with --serve-info?",
};

/** Limits requests per second regardless of weight, because a node counts none. */
function requestRate(perSecond: number): WeightBudget {
  const limits = { limit: perSecond, windowMs: 1_000 };
  const requests = paceWeight(createWeightBudget(limits), { ...limits, heaviest: 1 });
  return {
    ...requests,
    reserve(_weight, nowMs) {
      const reservation = requests.reserve(1, nowMs);
      return reservation && { settle: (_, settledMs) => reservation.settle(1, settledMs) };
    },
    waitMs: (_weight, nowMs) => requests.waitMs(1, nowMs),
  };
}
