import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import { noMarkets, readMarkets } from './directory.ts';

const market = (name: string, isDelisted = false) => ({ name, ...(isDelisted && { isDelisted }) });
const answers = {
  allPerpMetas: [
    { universe: [market('BTC'), market('FTM', true), market('ETH')] },
    { universe: [] },
    { universe: [market('xyz:TSLA')] },
  ],
  spotMeta: { tokens: [], universe: [{ name: 'PURR/USDC' }, { name: '@107' }] },
  outcomeMeta: { outcomes: [{ outcome: 173, sideSpecs: [{ name: 'Yes' }, { name: 'No' }] }], questions: [] },
};

/** Answers, but for the types that are out of order. */
function info(...broken: string[]): Pick<InfoClient, 'ask'> {
  return {
    async ask({ type }: { type: string }) {
      if (broken.includes(type)) throw new InfoError('refused', type, 'status 422');
      return { data: answers[type as keyof typeof answers], rejected: [] };
    },
  } as unknown as Pick<InfoClient, 'ask'>;
}
const options = {
  before: noMarkets,
  staleness: { group: 'markets' as const, ageMs: 1, targetMs: 1 },
  signal: new AbortController().signal,
};

test('markets are those that trade; delisted ones keep their places among the contexts', async () => {
  const { markets } = await readMarkets(info(), options);
  assert.deepEqual(Object.fromEntries(markets.universes), { '': ['BTC', 'FTM', 'ETH'], xyz: ['xyz:TSLA'] });
  assert.deepEqual(markets.perps, ['BTC', 'ETH', 'xyz:TSLA']);
  assert.deepEqual(markets.spot, ['PURR/USDC', '@107']);
  assert.deepEqual(markets.outcomes, ['#1730', '#1731']);
});

test('where spot pairs or outcomes cannot be had, perps are read all the same, and the others stay', async () => {
  const before = { ...noMarkets, spot: ['@1'], outcomes: ['#10'] };
  const { markets } = await readMarkets(info('spotMeta', 'outcomeMeta'), { ...options, before });
  assert.deepEqual([markets.perps.length, markets.spot, markets.outcomes], [3, ['@1'], ['#10']]);
  await assert.rejects(readMarkets(info('allPerpMetas'), options), /allPerpMetas: status 422/);
});
