import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fixedClock } from '../../../kernel/clock.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { noMarkets } from './directory.ts';
import { openMarketLists } from './lists.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-markets-'));
const file = join(dir, 'markets.json');
after(() => rmSync(dir, { recursive: true, force: true }));

const answers: Record<string, unknown> = {
  allPerpMetas: [{ universe: [{ name: 'BTC' }] }, { universe: [{ name: 'xyz:TSLA' }] }],
  spotMeta: { tokens: [], universe: [{ name: '@1' }] },
  outcomeMeta: { outcomes: [{ outcome: 1, sideSpecs: [{ name: 'Yes' }, { name: 'No' }] }], questions: [] },
};
let isAway = false;
const info = {
  async ask({ type }: { type: string }) {
    if (isAway) throw new Error('no server answers');
    return { data: answers[type], rejected: [] };
  },
} as unknown as InfoClient;

function open(url = 'https://one.test/info') {
  const listed = { markets: noMarkets };
  const parts = {
    info,
    watch: createFeedWatch({}),
    clock: fixedClock(0),
    signal: new AbortController().signal,
    onAnswers: () => undefined,
  };
  return { listed, lists: openMarketLists({ ...parts, listed, file, url }) };
}
const staleness = { group: 'markets' as const, ageMs: 1, targetMs: 1 };

test('the lists of markets outlive their process, and are those of one exchange', async () => {
  const first = open();
  assert.equal(first.listed.markets, noMarkets);
  await first.lists.read(staleness);
  const { markets } = first.listed;
  assert.equal(open().listed.markets, noMarkets, 'it is not confirmed yet that all they end is stored');
  first.lists.keep(markets);
  assert.deepEqual(
    [markets.perps, markets.spot, markets.outcomes],
    [['BTC', 'xyz:TSLA'], ['@1'], ['#10', '#11']],
  );
  assert.deepEqual(open().listed.markets, markets);
  assert.equal(open('https://other.test/info').listed.markets, noMarkets);

  const { lists, listed } = open();
  isAway = true;
  await assert.rejects(lists.read(staleness), /no server answers/);
  assert.equal(lists.fault, 'no server answers');
  assert.deepEqual(listed.markets, markets, 'they stay');
  isAway = false;
  await lists.read(staleness);
  assert.equal(lists.fault, undefined);

  writeFileSync(file, '{"url":');
  assert.equal(open().listed.markets, noMarkets);
});
