/** A flood of made-up keys against the whole access path on the embedded control store. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { createMemoryLimiter } from '../../src/access/memory-limiter.ts';
import { hashApiKey, newApiKey } from '../../src/control/key-format.ts';
import { openPglite } from '../../src/control/pglite.ts';
import { monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { secureRng } from '../../src/kernel/rng.ts';
import { startToys, type ToyServer, toyBoard } from '../contract/toys.ts';
import { seedControl } from '../data-template.ts';
import { collectGarbage } from '../garbage.ts';
import { sized } from '../size.ts';

const keysInAll = sized({ check: 16_000, campaign: 200_000 });
const connections = 8;
const pipelined = 50;
const floods = 4;
const statusLine = /HTTP\/1\.1 (\d{3}) /g;
const path = '/api/public/v1/toy/board';
const root = mkdtempSync(join(tmpdir(), 'tidemark-attack-'));
after(() => rmSync(root, { recursive: true, force: true }));

const unknownKey = () => newApiKey('live', secureRng);

/** One character of the checksum is another. */
function mistypedKey(): string {
  const key = unknownKey();
  return key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
}

/** Sends keys over one connection, many at a time, and counts the answers by status. */
async function floodOne(
  toy: ToyServer,
  keys: number,
  newKey: () => string,
  counts: Map<string, number>,
): Promise<void> {
  const socket = connect(toy.port, toy.host).setEncoding('latin1');
  let rest = '';
  let waiting = 0;
  for (let sent = 0; sent < keys; sent += pipelined) {
    const batch = Array.from({ length: Math.min(pipelined, keys - sent) }, () => {
      return `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${newKey()}\r\n\r\n`;
    });
    waiting += batch.length;
    socket.write(batch.join(''));
    while (waiting > 0) {
      const [chunk] = (await once(socket, 'data')) as [string];
      rest += chunk;
      for (const [, status] of rest.matchAll(statusLine)) {
        counts.set(status!, (counts.get(status!) ?? 0) + 1);
        waiting -= 1;
      }
      // A status line that was cut in two is found with its other half.
      rest = rest.slice(rest.lastIndexOf('\n') + 1).replaceAll(statusLine, '');
    }
  }
  socket.destroy();
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(`${keysInAll} made-up keys leave memory flat, look up none with a wrong checksum and few others, and delay no caller`, async (t) => {
  const control = await openPglite({ dir: seedControl(join(root, 'control')) });
  await control.migrate();
  const looked: string[] = [];
  const counting = {
    ...control,
    findByHash: (hash: string) => {
      looked.push(hash);
      return control.findByHash(hash);
    },
  };
  const clock = systemClock;
  const authenticator = createAuthenticator({ control: counting, clock, signupUrl: 'https://x.example' });
  const limiter = createMemoryLimiter({ control, clock });
  const toy = await startToys([toyBoard], { authenticator, limiter });
  t.after(async () => {
    await toy.server.close(0);
    await limiter.close();
    authenticator.close();
    await control.close();
  });
  const { key } = await control.createKey({ accountName: 'neighbour', tier: 'enterprise' });
  const ownHash = hashApiKey(key);
  const ask = async () => (await fetch(toy.url + path, { headers: { 'X-API-Key': key } })).status;
  const vainLookups = () => looked.filter((hash) => hash !== ownHash).length;
  assert.equal(await ask(), 200);

  const counts = new Map<string, number>();
  const heaps: number[] = [];
  async function flood(newKey: () => string): Promise<void> {
    const perConnection = keysInAll / floods / connections;
    const running = Array.from({ length: connections }, () => floodOne(toy, perConnection, newKey, counts));
    assert.equal(await ask(), 200, 'a valid key from the same address');
    await Promise.all(running);
    heaps.push(heapBytes());
  }

  const startMs = monotonicMs();
  for (let i = 0; i < floods / 2; i++) await flood(mistypedKey);
  assert.equal(vainLookups(), 0);
  for (let i = 0; i < floods / 2; i++) await flood(unknownKey);
  const seconds = (monotonicMs() - startMs) / 1_000;
  const mebibytes = heaps.map((bytes) => Math.round(bytes / 2 ** 20));
  t.diagnostic(`${Math.round(keysInAll / seconds)} keys/s, ${vainLookups()} look-ups, heap ${mebibytes} MiB`);

  // 60 and 600 a minute and address; both buckets begin full.
  assert.ok(vainLookups() <= 600 + 10 * seconds + 1, `${vainLookups()} look-ups`);
  assert.ok(counts.get('401')! <= 60 + seconds + 1, `${counts.get('401')} answered with 401`);
  const refused = counts.get('401')! + counts.get('429')!;
  assert.equal(refused, keysInAll, JSON.stringify([...counts]));
  assert.ok(heaps.at(-1)! < heaps[0]! + 8 * 2 ** 20, `MiB of heap after each flood: ${mebibytes}`);
  const metrics = await (await fetch(`${toy.url}/metrics`)).text();
  assert.ok(metrics.includes(`tidemark_limit_refusals_total{scope="ip"} ${counts.get('429')}\n`));
});
