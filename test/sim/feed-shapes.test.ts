import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connectFeed } from './feed-client.ts';
import { openSimulatedWorld } from './simulated-world.ts';

const recorded = new URL('../../../shared/data/ws/', import.meta.url);

/** Every path of fields in a value, and what stands there: `data.levels[][].px string`. Null says nothing. */
function shape(value: unknown, path = '', into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const element of value) shape(element, `${path}[]`, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) shape(inner, `${path}.${field}`, into);
  } else if (value !== null) into.add(`${path} ${typeof value}`);
  return into;
}

/** The shapes of all frames of a channel together. */
function shapes(frames: { channel: string; data: unknown }[], channel: string): string[] {
  const into = new Set<string>();
  for (const frame of frames) if (frame.channel === channel) shape(frame.data, '', into);
  return [...into].sort();
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
    assert.deepEqual(shapes(client.messages, channel), shapes(real, channel), channel);
  }
});
