import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hourMs } from '../../../../src/kernel/clock.ts';
import { wireUpdates } from '../payloads/ledger-update.ts';
import { createExchangeRecord } from '../record/exchange-record.ts';
import { completeStretches, openStretches } from './stretches.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-stretches-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const always = { fromMs: 0, toMs: Date.UTC(2099, 0), limit: 10_000 };

interface Line {
  block_number: number;
  events: { inner: { Funding?: { deltas: unknown[] }; LedgerUpdate?: unknown } }[];
}

function linesOf(stretch: string, kind: string): Line[] {
  const folder = join(stretch, kind);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.flatMap(({ parentPath, name }) =>
    readFileSync(join(parentPath, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  );
}

test('stretches hold all payments and updates, also what accounts begin with, and go on where the one before ended', () => {
  const startMs = Date.UTC(2026, 4, 1);
  const pace = { fillsPerSecond: 0.1, tickMs: 600_000, restMs: 5_000 };
  const record = createExchangeRecord({ seed: '1', wallets: 60, coins: 4, startMs, ...pace });
  let payments = 0;
  record.subscribe({
    funding() {
      payments += 1;
    },
  });
  const stretches = openStretches(dir, { record, fromMs: 0, unseenToMs: startMs });
  for (const hours of [3, 6]) {
    record.advance(startMs + hours * hourMs);
    stretches.next();
  }
  stretches.next(); // nothing has happened since
  const updates = new Set(
    [...record.exchange.wallets.keys()].flatMap((wallet) => record.ledger.updates(wallet, always)),
  );
  const rows = [...updates].flatMap((update) => wireUpdates(update, record.exchange.wallets));
  const made = completeStretches(dir).map(({ path }) => path);
  assert.equal(made.length, 2);
  const events = made.flatMap((path) => linesOf(path, 'misc_events_by_block')).flatMap((line) => line.events);
  const deltas = events.flatMap(({ inner }) => inner.Funding?.deltas ?? []);
  assert.ok(payments > 100);
  assert.equal(deltas.length, payments);
  assert.ok([...updates].some(({ timeMs }) => timeMs <= startMs));
  assert.equal(events.filter(({ inner }) => inner.LedgerUpdate !== undefined).length, rows.length);
  for (const kind of ['node_fills_by_block', 'misc_events_by_block']) {
    const [first, second] = made.map((path) => linesOf(path, kind).map((line) => line.block_number));
    assert.equal(Math.max(...first!), Math.min(...second!), kind);
  }
});
