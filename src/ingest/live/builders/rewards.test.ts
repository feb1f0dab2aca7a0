import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builderFills, builderOf } from '../../../../test/builder-fills.ts';
import { openEndpointHarness } from '../../../../test/endpoint-harness.ts';
import { hourMs } from '../../../kernel/clock.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { createBuilderRewards } from './rewards.ts';

const startMs = Date.parse('2026-03-15T12:30:00Z');

test('each builder that fills name is asked for its total about once an hour, the one that was read longest ago first', async () => {
  const fills = builderFills({ seed: 8, count: 60, builders: 3, wallets: 5, days: 3, nowMs: startMs });
  const harness = await openEndpointHarness({ given: { fills }, nowMs: startMs });
  await harness.store.command(
    `INSERT INTO builder_rewards VALUES (unhex('${builderOf(1).slice(2)}'), fromUnixTimestamp64Milli(${startMs - hourMs / 2}, 'UTC'), 1)`,
  );
  const stored: { builder: string; rewards: string }[] = [];
  let nowMs = startMs;
  const watch = createFeedWatch({});
  const read = createBuilderRewards({
    watch,
    analytics: harness.store,
    info: {
      ask: async ({ user }: { user: string }) => ({ data: { builderRewards: user.slice(-1) } }),
    } as unknown as InfoClient,
    facts: {
      write: async (_: unknown, rows: typeof stored) => void stored.push(...rows),
    } as unknown as FactWriter,
    clock: { nowMs: () => nowMs },
    signal: new AbortController().signal,
  });
  for (let minute = 0; minute < 64; minute++, nowMs += 60_000)
    await read({ group: 'roles', ageMs: 1, targetMs: 1 });
  const feed = watch.status(nowMs).find(({ name }) => name === 'builderRewards')!;
  assert.deepEqual(
    [feed.received, feed.ageMs],
    [stored.length, 3 * 60_000],
    'a feed of its own carries them',
  );
  const requests = stored.map(({ builder, rewards }) => [builder, rewards]);
  const of = (n: number) => [builderOf(n), builderOf(n).slice(-1)];
  assert.deepEqual(requests, [of(2), of(3), of(1), of(2), of(3)]);
  await harness.close();
});
