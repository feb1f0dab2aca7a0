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
  /** Default: none. */
  tickets?: StreamTickets | undefined;
  identify: KeyGuard;
  clock: Clock;
  metrics: Pick<RequestMetrics, 'showGauge'>;
  /** Logs why a key could not be checked; the caller only gets the refusal. */
  faults: Pick<FaultLog, 'report'>;
  limits: StreamLimits;
}

/** A slot in an account's stream quota, taken before the connection exists so that simultaneous requests all count. */
export interface StreamPlace {
  caller: Caller;
  /** Releases the slot; idempotent. */
  leave(): void;
}

export interface StreamPass {
  key: string | undefined;
  /** Replaces a key. */
  ticket?: string | undefined;
}

export interface AdmittedStream extends StreamPlace {
  credential: Credential;
}

export type StreamEnd = 'refused' | 'plan' | 'closing';

/** A connection of any transport. */
export interface StreamConnection {
  /** Undefined for a request that waits for a single answer. */
  session?: StreamSession;
  credential: Credential;
  caller: Caller;
  /** Time of the last message sent, unix milliseconds. */
  lastSentMs?(): number;
  end(why: StreamEnd): void;
  /** Called every second, and every 15 seconds. */
  onSecond?(): void;
  onBeat?(): void;
}

/** Why a stream is refused, as a protocol message. */
export interface StreamRefusal {
  status: 401 | 429 | 503;
  text: string;
  /** The same refusal as an HTTP problem. */
  problem: unknown;
}

const tooMany = 'too many connections';
const recheckMs = 1_000;
const beatMs = 15_000;

/** Tracks open streams, enforces the quotas of their accounts, and ends streams whose keys become invalid. */
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

  /** Ends streams whose keys are now refused, or whose plan has changed. */
  function recheck(): void {
    for (const connection of open) {
      connection.onSecond?.();
      const known = connection.credential.known();
      if (known !== undefined) check(connection, known);
      else {
        connection.credential.authenticate().then(
          (caller) => check(connection, caller),
          // Streams stay open while the key store is unavailable.
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

  /** @returns a slot for one more stream; undefined if the account's quota is used up */
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
    /** @returns a slot; release it when the connection ends or fails to open */
    async admit(req: IncomingMessage, pass: StreamPass): Promise<AdmittedStream | StreamRefusal> {
      // Looks up no key without a free slot.
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
    /** @returns whether one more subscription fits */
    takeSubscription(): boolean {
      if (subscriptions >= limits.maxSubscriptions) return false;
      subscriptions += 1;
      return true;
    },
    leaveSubscription(): void {
      subscriptions -= 1;
    },
    /** @returns a callback for the end of the connection */
    add(connection: StreamConnection): () => void {
      open.add(connection);
      return () => {
        connection.session?.close();
        open.delete(connection);
      };
    },
    /** Announces the end to every stream; the server cuts off those that do not close. */
    close(): void {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      for (const connection of open) connection.end('closing');
    },
  };
}

export type StreamConnections = ReturnType<typeof createStreamConnections>;

/** Account for the quota; visitors count by address. */
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
    detail: `The account has ${most} streams open, the maximum of its plan: close one, or choose a higher plan.`,
  });
}
