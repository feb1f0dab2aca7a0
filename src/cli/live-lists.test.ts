import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../test/cli-harness.ts';

test('gaps are listed to the millisecond: most are shorter than a minute', async () => {
  const { stdout } = await run('gaps --feed trades');
  assert.match(stdout, /^FEED +WALLET +COIN +STATE +FROM +TO +REASON +FOUND\n/);
  assert.match(
    stdout,
    /\ntrades +- +- +lost +ever +1970-01-01 00:00:00.005Z +chain-break +1970-01-01 00:00Z\n$/,
  );
});

test('the place of what is in quarantine is printed where there is one: in a file, not in a feed', async () => {
  const places = [
    { source: 'a.jsonl', line: '3', event: -1 },
    { source: 'a.jsonl', line: '4', event: 2 },
    { source: 'a.jsonl', line: '5', event: -3 },
    { source: 'a.jsonl', line: '6', event: -3, blockEvent: 7 },
    { source: 'a.jsonl', line: '4037965575112022', event: -3 },
    { source: 'hyperliquid websocket', line: '4037965575112022', event: -1 },
  ];
  const listed = places.map((place) => ({ ...place, reason: 'no JSON', raw: '{', metAtMs: 9 }));
  const { stdout } = await run('quarantine', { listQuarantined: async () => listed });
  const [head, ...lines] = stdout.trimEnd().split('\n');
  assert.match(head!, /^SOURCE +PLACE +MET +REASON +TEXT$/);
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)[1]),
    ['line 3', 'line 4, event 2', 'line 5', 'line 6, event 7', '-', '-'],
  );
});

test('the options of the lists reach the operation', async () => {
  const requests: unknown[] = [];
  const note = async (options: unknown) => {
    requests.push(options);
    return [];
  };
  const operations = { listGaps: note, listQuarantined: note };
  const wallet = `0x${'a1'.repeat(20)}`;
  await run(`gaps --feed fills --wallet ${wallet} --limit 7`, operations);
  await run('quarantine --source hyperliquid --limit 9', operations);
  assert.deepEqual(requests, [
    { feed: 'fills', wallet, limit: 7 },
    { source: 'hyperliquid', limit: 9 },
  ]);
  const { code, stderr } = await run('gaps --wallet 0x12', operations);
  assert.deepEqual([code, /It must be 0x and 40 hex digits/.test(stderr)], [2, true]);
});
