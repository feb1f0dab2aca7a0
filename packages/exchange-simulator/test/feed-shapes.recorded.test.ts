import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedJson, recordedLines } from '../../../test/recorded-data.ts';
import { connectFeed } from './feed-client.ts';
import { differences, type Shape, shapeOf } from './shape.ts';
import { openSimulatedWorld } from './simulated-world.ts';

/** The shape of all frames of a channel together. */
function shapeOfChannel(frames: { channel: string; data: unknown }[], channel: string): Shape {
  return shapeOf(frames.filter((frame) => frame.channel === channel).map(({ data }) => data));
}

test('frames have the fields of recorded ones of the real exchange', async () => {
  const real = recordedLines('ws/books-and-trades.jsonl').map((line) => JSON.parse(line));
  real.push(recordedJson('ws/allDexsAssetCtxs.json'));
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
