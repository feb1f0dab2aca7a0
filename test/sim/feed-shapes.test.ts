import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connectFeed } from './feed-client.ts';
import { differences, type Shape, shapeOf } from './shape.ts';
import { openSimulatedWorld } from './simulated-world.ts';

const recorded = new URL('../../../shared/data/ws/', import.meta.url);

/** The shape of all frames of a channel together. */
function shapeOfChannel(frames: { channel: string; data: unknown }[], channel: string): Shape {
  return shapeOf(frames.filter((frame) => frame.channel === channel).map(({ data }) => data));
}

test('frames have the fields of recorded ones of the real exchange', async (t) => {
  if (!existsSync(recorded)) {
    t.diagnostic('recorded data (../shared/data) is not there: nothing was compared');
    return;
  }
  const lines = readFileSync(new URL('books-and-trades.jsonl', recorded), 'utf8').trim().split('\n');
  const real = lines.map((line) => JSON.parse(line));
  real.push(JSON.parse(readFileSync(new URL('allDexsAssetCtxs.json', recorded), 'utf8')));
  const world = await openSimulatedWorld({ fillsPerSecond: 20, historyMs: 300_000 });
  const client = await connectFeed(world.wsUrl);
  try {
    for (const type of ['trades', 'l2Book']) client.subscribe({ type, coin: 'BTC' });
    client.subscribe({ type: 'allDexsAssetCtxs' });
    await client.answers();
    world.advance(60_000);
    await client.answers();
  } finally {
    client.socket.terminate();
    await world.close();
  }
  for (const channel of ['trades', 'l2Book', 'allDexsAssetCtxs']) {
    const [ours, theirs] = [client.messages, real].map((frames) => shapeOfChannel(frames, channel));
    assert.deepEqual(differences(ours!, theirs!), [], channel);
    assert.ok(ours!.size > 3);
  }
});
