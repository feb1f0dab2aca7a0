import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthenticator } from '../src/access/authenticate.ts';
import { guestTerms } from '../src/access/guest.ts';
import { limitGuests } from '../src/access/guest-limiter.ts';
import { createMemoryLimiter } from '../src/access/memory-limiter.ts';
import type { RequestLog } from '../src/access/request-record.ts';
import { createShortKeys, type ShortKeys } from '../src/access/short-keys.ts';
import type { BillingProvider } from '../src/billing/billing.ts';
import { openPglite } from '../src/control/pglite.ts';
import { openPostgres } from '../src/control/postgres.ts';
import type { ControlStore } from '../src/control/store.ts';
import type { Tier } from '../src/domain/tier.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import type { PortalFiles } from '../src/http/portal/portal-files.ts';
import type { ServerOptions } from '../src/http/server/server.ts';
import { type Clock, dayMs, utcDayStartMs } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { networksOf } from '../src/kernel/networks.ts';
import { openPortal, type PortalOptions } from '../src/portal/open-portal.ts';
import type { PortalSession } from '../src/portal/session.ts';
import { startToys, type ToyServer, toys } from './contract/toys.ts';
import { seedControl } from './data-template.ts';

/** The pages' side of a service over HTTP, with its whole access path, on a clock that the test sets. */
export interface PortalHarness {
  readonly control: ControlStore;
  readonly toy: ToyServer;
  readonly shortKeys: ShortKeys;
  /** Log lines. */
  readonly lines: readonly string[];
  /** Full contents of the control store, as text. */
  everyRow(): Promise<string>;
  readonly nowMs: () => number;
  /** Flushes the request counts of the limits. */
  flushCounts(): Promise<void>;
  /** Advances all clocks. */
  pass(durationMs: number): void;
  /** @param from address of the visitor */
  session(from?: string): Promise<PortalSession>;
  /** A request of the API. */
  call(key: string, path?: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface PortalHarnessOptions
  extends Partial<Pick<PortalOptions, 'signup' | 'mailer' | 'oidc' | 'analytics' | 'alerts'>> {
  guest?: Tier | 'off';
  /** True where plans are sold: what visitors get depends on it. */
  sells?: boolean;
  guestRatePerMinute?: number;
  /** Address of a Postgres server for the control store; default: an embedded store. */
  postgresUrl?: string;
  /** The built pages. */
  files?: PortalFiles | undefined;
  billing?: (control: ControlStore, clock: Clock) => BillingProvider;
  requestLog?: (clock: Clock) => RequestLog;
  /** Endpoints of the API; default: toys. */
  endpoints?: readonly AnyEndpoint[];
  /** Server options that the test replaces. */
  server?: Partial<ServerOptions>;
}

/** Fails reads of usage: a test that needs them brings its own store. */
const noAnalytics = { rows: () => Promise.reject(new Error('there is no request log')) };

export async function openPortalHarness(options: PortalHarnessOptions = {}): Promise<PortalHarness> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-portal-'));
  // Of today, since sessions end by the machine's clock.
  const time = { nowMs: utcDayStartMs(Date.now()) + dayMs / 2, elapsedMs: 0 };
  const clock = { nowMs: () => time.nowMs };
  const elapsedMs = () => time.elapsedMs;
  const control =
    options.postgresUrl === undefined
      ? await openPglite({ dir: seedControl(join(root, 'control')), clock })
      : await openPostgres({ url: options.postgresUrl, clock });
  await control.migrate();
  const billing = options.billing?.(control, clock);
  const { guest = 'pro', sells = false, signup = 'open', mailer, oidc } = options;
  const lines: string[] = [];
  const guests = guest === 'off' ? undefined : guestTerms(guest, sells);
  const shortKeys = createShortKeys({ secret: await control.secret('short-lived keys'), clock });
  const signupUrl = 'https://example.org/signup';
  const authenticator = createAuthenticator({
    control,
    clock,
    elapsedMs,
    signupUrl,
    shortKeys,
    guests,
    sessions: control.people,
  });
  const counting = createMemoryLimiter({ control, clock, elapsedMs });
  const limiter = limitGuests(counting, {
    clock,
    elapsedMs,
    ratePerMinute: options.guestRatePerMinute ?? 6_000,
  });
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const portal = openPortal({
    control,
    shortKeys,
    guests,
    clock,
    elapsedMs,
    log,
    simulated: false,
    version: '0.0.0',
    newestBlock: () => undefined,
    readiness: () => ({ ready: true, checks: {} }),
    figures: async () => ({}),
    signup,
    mailer,
    oidc,
    analytics: options.analytics ?? noAnalytics,
    alerts: options.alerts,
    sales: billing?.sales,
    secret: 'a secret of the tests, long enough',
  });
  const access = { authenticator, limiter, trustedProxies: networksOf('127.0.0.1') };
  const requestLog = options.requestLog?.(clock);
  const more = { ...(requestLog && { requestLog }), webhook: billing?.webhook, files: options.files };
  const toy = await startToys(options.endpoints ?? toys, {
    ...access,
    ...more,
    portal,
    clock,
    ...options.server,
  });
  return {
    control,
    toy,
    shortKeys,
    lines,
    everyRow: () => everyRow(control),
    nowMs: clock.nowMs,
    flushCounts: () => counting.flush(),
    pass(durationMs) {
      time.nowMs += durationMs;
      time.elapsedMs += durationMs;
    },
    async session(from = '192.0.2.1') {
      const answer = await fetch(`${toy.url}/portal/api/session`, { headers: { 'X-Forwarded-For': from } });
      return (await answer.json()) as PortalSession;
    },
    call: (key, path = '/api/public/v1/toy/board', headers = {}) =>
      fetch(toy.url + path, { headers: { 'X-API-Key': key, ...headers } }),
    async close() {
      await toy.server.close(0);
      await limiter.close();
      authenticator.close();
      await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function everyRow({ signIn: { db } }: ControlStore): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows: unknown[] = [];
  for (const { name, schema } of tables) {
    rows.push(
      await db
        .withSchema(schema!)
        .selectFrom(name as never)
        .selectAll()
        .execute(),
    );
  }
  return JSON.stringify(rows);
}
