import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { fixedClock, systemClock } from '../../../kernel/clock.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { createWalletRoles } from './roles.ts';

test('from one sub-account its master is found, and from that all the others', async () => {
  const directory = openDirectory();
  const read = createWalletRoles({
    info: {
      async ask({ type, user }: { type: string; user: string }) {
        if (type === 'userToMultiSigSigners') return { data: null };
        if (type === 'subAccounts')
          return { data: ['s1', 's2'].map((sub) => ({ name: sub, subAccountUser: sub, master: 'm' })) };
        return { data: user === 'm' ? { role: 'user' } : { role: 'subAccount', data: { master: 'm' } } };
      },
    } as unknown as InfoClient,
    facts: { write: async () => undefined } as unknown as FactWriter,
    directory,
    watch: createFeedWatch({}),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const staleness = { group: 'roles' as const, ageMs: 1, targetMs: 1 };
  await read(directory.track('s1')!, staleness);
  assert.notEqual(directory.get('m'), undefined);
  await read(directory.get('m')!, staleness);
  assert.deepEqual([...directory.all()].map(({ wallet }) => wallet).sort(), ['m', 's1', 's2']);
});

test('a vault is stored with its leader', async () => {
  const directory = openDirectory();
  const stored: unknown[] = [];
  const read = createWalletRoles({
    info: {
      async ask({ type }: { type: string }) {
        if (type === 'vaultDetails') return { data: { name: 'Growth', vaultAddress: 'v', leader: 'm' } };
        return { data: { role: 'vault' } };
      },
    } as unknown as InfoClient,
    facts: {
      async write({ name }: { name: string }, rows: unknown[]) {
        if (name === 'vaults') stored.push(...rows);
      },
    } as unknown as FactWriter,
    directory,
    watch: createFeedWatch({}),
    clock: fixedClock(5),
    signal: new AbortController().signal,
  });
  await read(directory.track('v')!, { group: 'roles', ageMs: 1, targetMs: 1 });
  assert.deepEqual(stored, [{ vault: 'v', time: 5, leader: 'm', name: 'Growth' }]);
});

test('a multi-sig account belongs to its only signer; several signers show no owner', async () => {
  const directory = openDirectory();
  const stored: unknown[] = [];
  const signers: Record<string, string[]> = { alone: ['s'], shared: ['s', 't'] };
  const read = createWalletRoles({
    info: {
      async ask({ type, user }: { type: string; user: string }) {
        if (type === 'userRole') return { data: { role: 'user' } };
        if (type === 'subAccounts') return { data: null };
        return { data: { authorizedUsers: signers[user], threshold: 1 } };
      },
    } as unknown as InfoClient,
    facts: {
      async write({ name }: { name: string }, rows: unknown[]) {
        if (name === 'wallet_roles') stored.push(...rows);
      },
    } as unknown as FactWriter,
    directory,
    watch: createFeedWatch({}),
    clock: fixedClock(5),
    signal: new AbortController().signal,
  });
  for (const wallet of Object.keys(signers))
    await read(directory.track(wallet)!, { group: 'roles', ageMs: 1, targetMs: 1 });
  assert.deepEqual(stored, [
    { wallet: 'alone', time: 5, role: 'multiSig', master: 's' },
    { wallet: 'shared', time: 5, role: 'user', master: '' },
  ]);
});
