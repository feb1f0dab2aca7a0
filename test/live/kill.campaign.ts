import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignSeed } from '../size.ts';
import { runKills } from './kill-run.ts';

const hours = 24;

test(`hours of the exchange, ${hours} of them read with a kill in each, are stored as the exchange has them and as a clean reading stores them`, async () => {
  assert.deepEqual(await runKills(`kill-${campaignSeed}`, { hours }), []);
});
