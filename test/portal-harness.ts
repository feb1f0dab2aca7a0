import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthenticator } from '../src/access/authenticate.ts';
import { guestTerms } from '../src/access/guest.ts';
import { limitGuests } from '../src/access/guest-limiter.ts';
import { createMemoryLimiter } from '../src/access/memory-limiter.ts';
import { createShortKeys, type ShortKeys } from '../src/access/short-keys.ts';
import { openPglite } from '../src/control/pglite.ts';
import type { ControlStore } from '../src/control/store.ts';
import type { Tier } from '../src/domain/tier.ts';
import { networksOf } from '../src/kernel/networks.ts';
import { createPortal } from '../src/portal/portal.ts';
import type { PortalSession } from '../src/portal/session.ts';
import { startToys, type ToyServer, toys } from './contract/toys.ts';
import { seedControl } from './data-template.ts';

/** The pages' side of a service over HTTP, with its whole access path, on a clock that the test sets. */
export interface PortalHarness {
  readonly control: ControlStore;
  readonly toy: ToyServer;
  readonly shortKeys: ShortKeys;
  /** Lets time pass on all clocks. */
  pass(durationMs: number): void;
  /** @param from address of the visitor */
  session(from?: string): Promise<PortalSession>;
  /** A request of the API. */
  call(key: string, path?: string): Promise<Response>;
  close(): Promise<void>;
}

export async function openPortalHarness(options: { guest?: Tier | 'off' } = {}): Promise<PortalHarness> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-portal-'));
  const time = { nowMs: Date.UTC(2026, 10, 22, 12), elapsedMs: 0 };
  const clock = { nowMs: () => time.nowMs };
  const elapsedMs = () => time.elapsedMs;
  const control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
  const { guest = 'pro' } = options;
  const guests = guest === 'off' ? undefined : guestTerms(guest);
  const shortKeys = createShortKeys({ secret: await control.secret('short-lived keys'), clock });
  const signupUrl = 'https://example.org/signup';
  const authenticator = createAuthenticator({ control, clock, elapsedMs, signupUrl, shortKeys, guests });
  const limiter = limitGuests(createMemoryLimiter({ control, clock, elapsedMs }), { clock, elapsedMs });
  const portal = createPortal({
    shortKeys,
    guests,
    simulated: false,
    version: '0.0.0',
    newestBlock: () => undefined,
  });
  const access = { authenticator, limiter, trustedProxies: networksOf('127.0.0.1') };
  const toy = await startToys(toys, { ...access, portal, clock });
  return {
    control,
    toy,
    shortKeys,
    pass(durationMs) {
      time.nowMs += durationMs;
      time.elapsedMs += durationMs;
    },
    async session(from = '192.0.2.1') {
      const answer = await fetch(`${toy.url}/portal/api/session`, { headers: { 'X-Forwarded-For': from } });
      return (await answer.json()) as PortalSession;
    },
    call: (key, path = '/api/public/v1/toy/board') =>
      fetch(toy.url + path, { headers: { 'X-API-Key': key } }),
    async close() {
      await toy.server.close(0);
      await limiter.close();
      authenticator.close();
      await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
