import { Type } from 'typebox';
import type { Authenticator, Caller } from '../../src/access/caller.ts';
import { createUnlimitedLimiter } from '../../src/access/unlimited-limiter.ts';
import { isTier } from '../../src/domain/tier.ts';
import { lookBack } from '../../src/domain/window.ts';
import { type AnyEndpoint, endpoint } from '../../src/endpoints/endpoint.ts';
import { date, instant } from '../../src/endpoints/params/instants.ts';
import { address, addresses, coin } from '../../src/endpoints/params/names.ts';
import { optional } from '../../src/endpoints/params/param.ts';
import { boolean, enumeration, int, number, text } from '../../src/endpoints/params/scalars.ts';
import { checkRange, rangeOf } from '../../src/endpoints/params/time-range.ts';
import { hours, since } from '../../src/endpoints/params/windows.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { nullable, optional as optionalField, schema } from '../../src/endpoints/schema.ts';
import { noSources } from '../../src/endpoints/sources.ts';
import { createServer, type HttpServer, type ServerOptions } from '../../src/http/server/server.ts';
import { fixedClock, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { notFound, Problem } from '../../src/kernel/problem.ts';
import { onTier } from '../limiter-harness.ts';

/** Time of the toy clock. */
export const nowMs = Date.parse('2026-03-01T12:00:00Z');
export const dataBlock = 987_654_321;

const row = schema(
  'ToyRow',
  Type.Object({ rank: Type.Integer(), wallet: Type.String() }, { additionalProperties: false }),
);

const board = schema(
  'ToyBoard',
  Type.Object(
    {
      rows: nullable(Type.Array(row)),
      total: Type.Integer({ format: 'int32' }),
      sort: Type.String(),
      ratio: Type.Number(),
      coin: optionalField(Type.String()),
    },
    { additionalProperties: false },
  ),
);

const rowOf = (rank: number) => ({ rank, wallet: `0x${rank.toString(16).padStart(40, '0')}` });

/** Parameters of every scalar kind, a body large enough to be compressed. */
export const toyBoard = endpoint({
  id: 'toy.board',
  path: '/api/public/v1/toy/board',
  summary: 'Rows of a board',
  tags: ['toy'],
  tier: 'free',
  params: {
    sort: enumeration(['pnl', 'volume'], {
      default: 'pnl',
      description: 'Order.',
      aliases: { size: 'volume' },
    }),
    limit: int({ min: 1, max: 500, default: 50, description: 'Rows.' }),
    offset: int({ min: 0, default: 0, bits: 64, description: 'Rows left out.' }),
    ratio: number({ min: 0, max: 10, default: 1.5, description: 'A ratio.' }),
    deep: boolean({ default: false, description: 'A switch.' }),
    coin: optional(coin()),
    note: optional(text({ maxLength: 16, description: 'A note.' })),
  },
  response: board,
  example: { rows: [rowOf(1)], total: 1, sort: 'pnl', ratio: 1.5 },
  run: ({ params }) => ({
    body: {
      rows: Array.from({ length: params.limit }, (_, i) => rowOf(i)),
      total: params.limit,
      sort: params.sort,
      ratio: params.ratio,
      ...(params.coin !== undefined && { coin: params.coin }),
    },
  }),
});

/** A path parameter, a window, an array answer, and a 404. */
export const toyTrader = endpoint({
  id: 'toy.trader',
  path: '/api/public/v1/toy/trader/{address}',
  summary: 'Rows of a trader',
  tags: ['toy'],
  tier: 'starter',
  params: { address: address(), since: since('24h') },
  response: nullable(Type.Array(row)),
  errors: [404],
  headers: ['X-Data-Basis', 'X-Positions-Coverage'],
  run: ({ params, clock }) => {
    if (params.address.startsWith('0xdead')) throw notFound(`no data about ${params.address}`);
    return {
      body: [{ ...rowOf(1), wallet: params.address }],
      window: lookBack(params.since.windowMs, clock.nowMs()),
      headers: { 'X-Data-Basis': 'mixed', 'X-Positions-Coverage': undefined },
    };
  },
});

/** A time range, whole hours, a date in the path, and a list of addresses. */
export const toyRange = endpoint({
  id: 'toy.range',
  path: '/api/public/v1/toy/{tierType}/day/{date}',
  summary: 'Rows of a range',
  tags: ['toy'],
  tier: 'pro',
  vary: 'tier',
  params: {
    tierType: enumeration(['pnl', 'size'], { description: 'Kind of tier.' }),
    date: date(),
    since: since('7d'),
    startTime: instant('Start.'),
    endTime: instant('End.'),
    hours: hours({ min: 1, max: 8760, default: 168 }),
    wallets: addresses({ min: 2, max: 5, description: 'Wallets to compare.' }),
  },
  response: Type.Array(row),
  check: checkRange,
  run: ({ params, clock, caller }) => ({
    body: [{ rank: params.wallets.length, wallet: `${caller.tier} ${params.hours}` }],
    window: rangeOf(params, clock.nowMs()),
  }),
});

export const toys: readonly AnyEndpoint[] = [toyBoard, toyTrader, toyRange];

/** An endpoint without parameters whose `run` is the test's. */
export function toyRun(name: string, run: AnyEndpoint['run'], more: Partial<AnyEndpoint> = {}): AnyEndpoint {
  return endpoint({
    id: `toy.${name}`,
    path: `/api/public/v1/toy/${name}`,
    summary: name,
    tags: ['toy'],
    tier: 'free',
    age: 'request',
    params: {},
    response: Type.Unknown(),
    run,
    ...more,
  });
}

/** Keys are `key-{tier}` and `key-{tier}-{account}`; the first use of each is not known yet. */
export function toyAuthenticator(): Authenticator {
  const seen = new Map<string, Caller>();
  return {
    known: (key) => seen.get(key),
    seen: (key) => seen.has(key),
    authenticate: async (key) => {
      const reason = key === undefined ? 'missing_api_key' : 'invalid_api_key';
      const [kind, tier = '', account = 'one'] = (key ?? '').split('-');
      if (key === undefined || kind !== 'key' || !isTier(tier)) {
        const code = reason.toUpperCase();
        throw new Problem({
          status: 401,
          code,
          title: 'Unauthorized',
          detail: 'API key refused',
          reason,
          legacy: true,
        });
      }
      const keyHash = `hash of ${tier} ${account}`;
      const caller: Caller = { accountId: account, keyId: key, keyHash, ...onTier(tier) };
      seen.set(key, caller);
      return caller;
    },
  };
}

export interface ToyServer {
  url: string;
  host: string;
  port: number;
  server: HttpServer;
  /** GET with a key of the tier; null sends none. */
  get(path: string, tier?: string | null, headers?: Record<string, string>): Promise<Response>;
}

/** Starts a server over endpoints on a free port. */
export async function startToys(
  endpoints: readonly AnyEndpoint[] = toys,
  more: Partial<ServerOptions> = {},
): Promise<ToyServer> {
  const server = await createServer({
    registry: createRegistry(endpoints),
    authenticator: toyAuthenticator(),
    limiter: createUnlimitedLimiter({ clock: systemClock }),
    sources: noSources,
    clock: fixedClock(nowMs),
    log: createLog({ level: 'silent' }),
    newestBlock: () => ({ timeMs: nowMs, block: dataBlock }),
    readiness: () => ({ ready: true, checks: {} }),
    ...more,
    // A busy machine sheds load; who tests that says so.
    limits: { maxLoopDelayMs: 60_000, ...more.limits },
  });
  const { url, host, port } = await server.listen('127.0.0.1', 0);
  const get: ToyServer['get'] = (path, tier = 'free', headers = {}) =>
    fetch(url + path, { headers: { ...(tier !== null && { 'X-API-Key': `key-${tier}` }), ...headers } });
  return { url, host, port, server, get };
}
