/** `tidemark doctor` as an operator runs it: over the stores, through the running service, and for visitors of the status page. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { fill, wallet } from '../fixtures/exchange-records.ts';
import { freePort } from '../free-port.ts';
import { runCommand, said, startCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-doctor-'));
after(() => rmSync(root, { recursive: true }));

interface Found {
  reads: { source: string; state: string; to?: string }[];
  missing: { what: string; count?: number; why: string }[];
  disk: { freeBytes: number; parts: { part: string; bytes: number }[] };
  memory: { part: string; bytes: number }[];
  start?: { readyAt?: string; phases: { phase: string; lastedMs?: number }[]; warnings?: string[] };
  settings: string[];
  needs: string[];
}

async function ask(data: string, settings: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(['doctor', '--json', '--data', data], settings);
  assert.notEqual(stdout, '', stderr);
  return { code, found: JSON.parse(stdout) as Found };
}

test('it names what is missing and what needs the operator, from the stores and from the running service alike', async () => {
  const data = join(root, 'data');
  seedData(data);
  assert.equal((await ask(data)).code, 0, 'nothing needs anyone in an empty store');
  const path = join(root, 'fills');
  const lines = [fill, { ...fill, tid: 2, px: 'nonsense' }].map(
    (one) => `${JSON.stringify([wallet, one])}\n`,
  );
  writeFileSync(path, lines.join(''));
  await runCommand(['import', path, '--data', data]);

  const sold = { TIDEMARK_ALERT_ADDRESSES: 'any' };
  const stopped = await ask(data, sold);
  assert.equal(stopped.code, 1);
  assert.deepEqual(stopped.found.memory, [], 'no process serves');
  assert.equal(stopped.found.start, undefined);
  const shown = ({ found }: typeof stopped) => [
    found.reads.find(({ source }) => source === 'stored fills'),
    found.missing.filter(({ what }) => what === 'records in quarantine').map(({ count }) => count),
    found.settings.length,
  ];
  assert.deepEqual(shown(stopped), [
    { source: 'stored fills', state: 'stored', to: new Date(fill.time).toISOString() },
    [1],
    1,
  ]);
  assert.equal(stopped.found.needs.length, 2);
  assert.match(stopped.found.needs.join('\n'), /tidemark quarantine[\s\S]*TIDEMARK_ALERT_ADDRESSES/);
  const fills = stopped.found.disk.parts.find(({ part }) => part === 'table fills');
  assert.ok(fills!.bytes > 0 && stopped.found.disk.freeBytes > 0);

  const server = await startServer(['--data', data], { ...sold, TIDEMARK_SOURCE: 'none' });
  try {
    const running = await ask(data);
    assert.equal(running.code, 1);
    assert.deepEqual(shown(running), shown(stopped), 'the settings are those of the service');
    // On a busy machine a check of the service may fail for a moment, which is one need more.
    const unsaid = stopped.found.needs.filter((need) => !running.found.needs.includes(need));
    assert.deepEqual(unsaid, []);
    assert.ok(running.found.memory[0]!.bytes > 2 ** 20);
    const { readyAt, phases } = running.found.start!;
    assert.ok(readyAt !== undefined && phases.length >= 3 && phases.every(({ lastedMs }) => lastedMs! >= 0));

    const body = await (await fetch(`${server.address}/portal/api/diagnosis`)).text();
    const visible = JSON.parse(body) as Found;
    assert.deepEqual(Object.keys(visible).sort(), ['at', 'disk', 'memory', 'missing', 'reads', 'start']);
    assert.equal(visible.start!.warnings, undefined);
    assert.deepEqual(
      shown({ code: 0, found: { ...visible, settings: running.found.settings } }),
      shown(running),
    );
    assert.ok(!body.includes(root), 'a visitor sees no path of the machine');
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  assert.notEqual((await ask(data)).found.start?.readyAt, undefined, 'the last start is kept');
});

test('a start that was killed is named with its phase, and a start says where the pages will be', async () => {
  const data = join(root, 'killed');
  seedData(data);
  const port = await freePort();
  const start = startCommand(['serve', '--port', `${port}`, '--data', data], { TIDEMARK_SOURCE: 'none' });
  await said(start, new RegExp(`starting: pages and API come at http://127\\.0\\.0\\.1:${port}`));
  await said(start, /"phase":"opening the stores","msg":"starting"/);
  await said(start, /"phase":"opening saved views/);
  start.child.kill('SIGKILL');
  await start.ended;
  const { code, found } = await ask(data);
  assert.equal(code, 1);
  assert.match(found.needs.join('\n'), /the last start ended before it was ready, in "opening saved views/);
});
