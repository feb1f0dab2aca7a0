import type { IncomingMessage } from 'node:http';
import type { Credential } from '../../access/authenticate.ts';
import type { Authenticator, Caller } from '../../access/caller.ts';
import { refusedTicket } from '../../access/key-problem.ts';
import { byKey, type StreamTickets } from '../../access/stream-tickets.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { FaultLog } from '../../kernel/fault-log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { StreamSession } from '../../streams/session.ts';
import type { StreamLimits } from '../../streams/stream-limits.ts';
import type { KeyGuard } from '../guards/key-guard.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { overloaded } from '../problems/request-problems.ts';

export interface StreamConnectionsOptions {
  authenticator: Authenticator;
  /** There are none where absent. */
  tickets?: StreamTickets | undefined;
  identify: KeyGuard;
  clock: Clock;
  metrics: Pick<RequestMetrics, 'showGauge'>;
  /** Hears why a key could not be checked: its holder gets no more than that. */
  faults: Pick<FaultLog, 'report'>;
  limits: StreamLimits;
}

/** A place among the streams of an account, from before the connection is there, so that many that come at once are counted. */
export interface StreamPlace {
  caller: Caller;
  /** Gives it back; again does nothing. */
  leave(): void;
}

/** What a client shows to be let in. */
export interface StreamPass {
  key: string | undefined;
  /** In the place of a key. */
  ticket?: string | undefined;
}

/** A place, and what its stream rests on. */
export interface AdmittedStream extends StreamPlace {
  credential: Credential;
}

/** Why a stream ends from this side. */
export type StreamEnd = 'refused' | 'plan' | 'closing';

/** One connection, however it speaks. */
export interface StreamConnection {
  /** Absent for a request that waits for one answer. */
  session?: StreamSession;
  credential: Credential;
  caller: Caller;
  /** When something was sent last, unix milliseconds. */
  lastSentMs?(): number;
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
  const { authenticator, identify, clock, metrics, faults, limits } = options;
  const open = new Set<StreamConnection>();
  const perAccount = new Map<string, number>();
  let isClosing = false;
  let [places, subscriptions] = [0, 0];
  metrics.showGauge('tidemark_stream_connections', 'Open connections of streams.', () => open.size);
  metrics.showGauge('tidemark_stream_subscriptions', 'Subscriptions of them.', () => subscriptions);

  function check(connection: StreamConnection, found: Caller): void {
    if (found.tier !== connection.caller.tier) connection.end('plan');
  }

  /** Ends the streams of keys that are refused by now, or whose plan is another. */
  function recheck(): void {
    for (const connection of open) {
      connection.onSecond?.();
      const known = connection.credential.known();
      if (known !== undefined) check(connection, known);
      else {
        connection.credential.authenticate().then(
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
      const { session, lastSentMs } = connection;
      if (lastSentMs !== undefined && clock.nowMs() - lastSentMs() >= beatMs) session?.beat();
    }
  }

  const timers = [setInterval(recheck, recheckMs), setInterval(beat, beatMs)];
  for (const timer of timers) timer.unref();

  /** @returns a place for one more stream; undefined where the account has all that it may */
  function placeFor(caller: Caller): StreamPlace | undefined {
    const account = accountOf(caller);
    const held = perAccount.get(account) ?? 0;
    if (held >= limits.of(caller.tier).connections) return undefined;
    perAccount.set(account, held + 1);
    places += 1;
    let isLeft = false;
    return {
      caller,
      leave() {
        if (isLeft) return;
        isLeft = true;
        places -= 1;
        const left = perAccount.get(account)! - 1;
        if (left === 0) perAccount.delete(account);
        else perAccount.set(account, left);
      },
    };
  }

  function noRoom(): StreamRefusal | undefined {
    if (isClosing) return away('shutting down', 'The service is shutting down.');
    if (places < limits.maxConnections) return undefined;
    const detail = `The service has ${limits.maxConnections} streams open, as many as it takes.`;
    return away('server at connection capacity', detail);
  }

  /** A place for a caller whose key was checked. */
  function placeOf(caller: Caller): StreamPlace | StreamRefusal {
    const most = limits.of(caller.tier).connections;
    return noRoom() ?? placeFor(caller) ?? { status: 429, text: tooMany, problem: tooManyStreams(most) };
  }

  /** @throws Problem */
  async function passed(req: IncomingMessage, { key, ticket }: StreamPass) {
    if (ticket === undefined) {
      const caller = await identify(key, { req, limitHeaders: [] });
      return { caller, credential: byKey(authenticator, key) };
    }
    const credential = await options.tickets?.redeem(ticket);
    if (credential === undefined) throw refusedTicket();
    return { caller: await credential.authenticate(), credential };
  }

  return {
    limits,
    /** @throws Problem */
    callerOf: (req: IncomingMessage, key: string | undefined): Promise<Caller> =>
      identify(key, { req, limitHeaders: [] }),
    placeOf,
    credentialOf: (key: string | undefined) => byKey(authenticator, key),
    /** @returns a place, which is given back when the connection has ended, or was not made */
    async admit(req: IncomingMessage, pass: StreamPass): Promise<AdmittedStream | StreamRefusal> {
      // Without room no key is looked up.
      const full = noRoom();
      if (full !== undefined) return full;
      try {
        const { caller, credential } = await passed(req, pass);
        const place = placeOf(caller);
        return 'status' in place ? place : { ...place, credential };
      } catch (problem) {
        const status = problem instanceof Problem ? problem.fields.status : 503;
        if (status === 401) return { status, text: 'invalid or missing bearer token', problem };
        if (status === 429) return { status, text: tooMany, problem };
        const cause = problem instanceof Problem ? (problem.cause ?? problem) : problem;
        faults.report('stream keys', { err: cause }, 'the key of a stream could not be checked');
        return { status: 503, text: 'authentication unavailable', problem };
      }
    },
    /** @returns whether there was room for one more */
    takeSubscription(): boolean {
      if (subscriptions >= limits.maxSubscriptions) return false;
      subscriptions += 1;
      return true;
    },
    leaveSubscription(): void {
      subscriptions -= 1;
    },
    /** @returns called when it has ended */
    add(connection: StreamConnection): () => void {
      open.add(connection);
      return () => {
        connection.session?.close();
        open.delete(connection);
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

function away(text: string, detail: string): StreamRefusal {
  return { status: 503, text, problem: overloaded({ detail, retryAfterSeconds: 5 }) };
}

function tooManyStreams(most: number): Problem {
  return new Problem({
    status: 429,
    code: 'RATE_LIMITED',
    title: 'Too Many Requests',
    retryAfterSeconds: 5,
    detail: `The account has ${most} streams open, the most of its plan: end one, or take a higher plan.`,
  });
}
