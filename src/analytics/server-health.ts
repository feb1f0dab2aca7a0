import { AnalyticsError, type ServerState, type ServerWatch } from './store.ts';

/** One of several servers that hold the same data. */
export interface Server<C> {
  /** Without user and password. */
  address: string;
  client: C;
  /** Aborts when the server is found not to answer: what waits for it need not wait any longer. */
  lost: AbortSignal;
}

export interface ServerHealthOptions<
  C,
  E extends { address: string; client: C } = { address: string; client: C },
> {
  /** In the order in which they are used. */
  servers: readonly E[];
  /** Asks a server whether it may be used. @throws where it does not answer, or holds other data */
  probe(server: E, signal: AbortSignal): Promise<void>;
  /** Who answers is asked again after so long. */
  everyMs?: number;
  /** Who does not is asked again after so long, twice as long each time, up to `longestRestMs`. */
  restMs?: number;
  longestRestMs?: number;
  /** An answer later than this is none. */
  patienceMs?: number;
}

export interface ServerHealth<C> extends ServerWatch {
  /** Asks all of them once, and then again and again until it is closed. */
  open(): Promise<void>;
  /**
   * The first that answers, and one that is not `after`. Requests go to no server that is down, unless it is the only one.
   * @throws AnalyticsError `unavailable` where none answers
   */
  use(name: string): Server<C>;
  after(server: Server<C>): Server<C> | undefined;
  /** A statement found that it does not answer. */
  failed(server: Server<C>, reason: string): void;
  close(): void;
}

interface Watched<C, E> extends Server<C> {
  entry: E;
  losing: AbortController;
  /** Why it is down; undefined while it answers. */
  reason: string | undefined;
  restMs: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Tracks which servers answer, so that requests skip servers known to be down. One probe at a time checks a server that is down,
 * with growing intervals. Servers that answer are probed in between, because a machine without power refuses no connection.
 */
export function watchServers<C, E extends { address: string; client: C }>(
  options: ServerHealthOptions<C, E>,
): ServerHealth<C> {
  const { everyMs = 5_000, restMs = 1_000, longestRestMs = 30_000, patienceMs = 10_000 } = options;
  const watched = options.servers.map((entry): Watched<C, E> => {
    const { address, client } = entry;
    const losing = new AbortController();
    const { signal: lost } = losing;
    return { address, client, entry, losing, lost, reason: undefined, restMs, timer: undefined };
  });
  const isAlone = watched.length === 1;
  let isClosed = false;

  const isUp = ({ reason }: Watched<C, E>) => reason === undefined;
  const used = () => watched.find(isUp);
  const stateOf = (server: Watched<C, E>): ServerState =>
    server.reason === undefined
      ? { address: server.address, state: server === used() ? 'used' : 'up' }
      : { address: server.address, state: 'down', reason: server.reason };

  function plan(server: Watched<C, E>, waitMs: number): void {
    clearTimeout(server.timer);
    if (!isClosed) server.timer = setTimeout(() => void look(server), waitMs).unref();
  }

  function goDown(server: Watched<C, E>, reason: string): void {
    const wasUp = isUp(server);
    server.reason = reason;
    if (!wasUp || isClosed) return;
    // A lone server is asked whatever is known of it: its statements have their own deadline.
    if (!isAlone) server.losing.abort();
    server.restMs = restMs;
    plan(server, restMs);
    health.onChange?.(stateOf(server));
  }

  function comeUp(server: Watched<C, E>): void {
    if (isUp(server)) return;
    server.reason = undefined;
    server.losing = new AbortController();
    server.lost = server.losing.signal;
    health.onChange?.(stateOf(server));
  }

  async function look(server: Watched<C, E>): Promise<void> {
    const isLate = AbortSignal.timeout(patienceMs);
    const fault = await options.probe(server.entry, isLate).then(
      () => undefined,
      (error: Error) => (isLate.aborted ? `no answer within ${patienceMs} ms` : error.message),
    );
    if (isClosed) return;
    if (fault === undefined) {
      comeUp(server);
      plan(server, everyMs);
    } else if (isUp(server)) {
      goDown(server, fault);
    } else {
      server.reason = fault;
      // While none answers, the first that comes back is missed.
      server.restMs = used() === undefined ? restMs : Math.min(server.restMs * 2, longestRestMs);
      plan(server, server.restMs);
    }
  }

  const health: ServerHealth<C> = {
    onChange: undefined,
    async open() {
      await Promise.all(watched.map(look));
    },
    use(name) {
      const server = used() ?? (isAlone ? watched[0] : undefined);
      if (server === undefined)
        throw noneAnswers(name, watched.map(({ address, reason }) => `${address}: ${reason}`).join('; '));
      return server;
    },
    after: (server) => watched.find((other) => other !== server && isUp(other)),
    failed: (server, reason) => goDown(server as Watched<C, E>, reason),
    states: () => watched.map(stateOf),
    close() {
      isClosed = true;
      for (const { timer } of watched) clearTimeout(timer);
    },
  };

  return health;
}

/** @param reasons of each server */
export function noneAnswers(name: string, reasons: string): AnalyticsError {
  return new AnalyticsError('unavailable', name, `no ClickHouse server answers (${reasons})`);
}
