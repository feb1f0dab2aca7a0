import type { IncomingMessage } from 'node:http';
import type { Authenticator, Caller } from '../../access/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { StreamSession } from '../../streams/session.ts';
import { type StreamLimits, usualStreamLimits } from '../../streams/stream-limits.ts';
import type { KeyGuard } from '../guards/key-guard.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { overloaded } from '../problems/request-problems.ts';

export interface StreamConnectionsOptions {
  authenticator: Authenticator;
  identify: KeyGuard;
  clock: Clock;
  metrics: Pick<RequestMetrics, 'showGauge'>;
  limits?: StreamLimits;
}

/** Why a stream ends from this side. */
export type StreamEnd = 'refused' | 'plan' | 'closing';

/** One connection, however it speaks. */
export interface StreamConnection {
  session: StreamSession;
  key: string;
  caller: Caller;
  /** When something was sent last, unix milliseconds. */
  lastSentMs(): number;
  end(why: StreamEnd): void;
  /** Each second, and each quarter of a minute. */
  onSecond?(): void;
  onBeat?(): void;
}

/** Why there is no stream, in the words of the protocol. */
export interface StreamRefusal {
  status: 401 | 429 | 503;
  text: string;
  /** The same as an answer over HTTP. */
  problem: unknown;
}

const tooMany = 'too many connections';
const recheckMs = 1_000;
const beatMs = 15_000;

/** Who has streams open, within the bounds of their accounts, for as long as their keys are good. */
export function createStreamConnections(options: StreamConnectionsOptions) {
  const { authenticator, identify, clock, metrics, limits = usualStreamLimits } = options;
  const open = new Set<StreamConnection>();
  const perAccount = new Map<string, number>();
  let isClosing = false;
  metrics.showGauge('tidemark_stream_connections', 'Open connections of streams.', () => open.size);

  function check(connection: StreamConnection, found: Caller): void {
    if (found.tier !== connection.caller.tier) connection.end('plan');
  }

  /** Ends the streams of keys that are refused by now, or whose plan is another. */
  function recheck(): void {
    for (const connection of open) {
      connection.onSecond?.();
      const known = authenticator.known(connection.key);
      if (known !== undefined) check(connection, known);
      else {
        authenticator.authenticate(connection.key).then(
          (caller) => check(connection, caller),
          // Where the store of keys is away for a while, streams go on.
          (error) => {
            if (error instanceof Problem && error.fields.status === 401) connection.end('refused');
          },
        );
      }
    }
  }

  function beat(): void {
    for (const connection of open) {
      connection.onBeat?.();
      if (clock.nowMs() - connection.lastSentMs() >= beatMs) connection.session.beat();
    }
  }

  const timers = [setInterval(recheck, recheckMs), setInterval(beat, beatMs)];
  for (const timer of timers) timer.unref();

  return {
    limits,
    async admit(req: IncomingMessage, key: string | undefined): Promise<Caller | StreamRefusal> {
      if (isClosing)
        return {
          status: 503,
          text: 'shutting down',
          problem: overloaded({ detail: 'The service is shutting down.', retryAfterSeconds: 5 }),
        };
      try {
        const caller = await identify(key, { req, limitHeaders: [] });
        const held = perAccount.get(accountOf(caller)) ?? 0;
        const most = limits.of(caller.tier).connections;
        if (held >= most) return { status: 429, text: tooMany, problem: tooManyStreams(most) };
        return caller;
      } catch (problem) {
        const status = problem instanceof Problem ? problem.fields.status : 503;
        if (status === 401) return { status, text: 'invalid or missing bearer token', problem };
        if (status === 429) return { status, text: tooMany, problem };
        return { status: 503, text: 'authentication unavailable', problem };
      }
    },
    /** @returns called when it has ended */
    add(connection: StreamConnection): () => void {
      const account = accountOf(connection.caller);
      perAccount.set(account, (perAccount.get(account) ?? 0) + 1);
      open.add(connection);
      return () => {
        connection.session.close();
        if (!open.delete(connection)) return;
        const left = perAccount.get(account)! - 1;
        if (left === 0) perAccount.delete(account);
        else perAccount.set(account, left);
      };
    },
    /** Says to all that it ends; who does not answer is cut off by the server. */
    close(): void {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      for (const connection of open) connection.end('closing');
    },
  };
}

export type StreamConnections = ReturnType<typeof createStreamConnections>;

/** Visitors are counted by their address. */
const accountOf = ({ accountId, guest }: Caller) => guest?.scopes[0] ?? accountId;

function tooManyStreams(most: number): Problem {
  return new Problem({
    ...{ status: 429, code: 'RATE_LIMITED', title: 'Too Many Requests', retryAfterSeconds: 5 },
    detail: `The account has ${most} streams open, the most of its plan: end one, or take a higher plan.`,
  });
}
