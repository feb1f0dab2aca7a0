/** A node's payments of funding name every open position: compared with those that its fills leave open, whole and with fills withheld. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { createSimulatedNode } from '../../packages/exchange-simulator/src/node/simulated-node.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { query } from '../../src/analytics/query.ts';
import { createChangeFeed } from '../../src/changes/change-feed.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import { traderPnl } from '../../src/endpoints/pulse/trader-pnl.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { importedBlocks } from '../../src/ingest/blocks/imported-blocks.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { paymentCensus } from '../../src/jobs/payment-census.ts';
import { hourMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { startPositions } from '../../src/positions/start-positions.ts';
import { openEndpointHarness } from '../endpoint-harness.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';

const startMs = Date.UTC(2026, 4, 1, 22, 50);
const hours = 2;
const kinds = ['node_fills_by_block', 'misc_events_by_block'] as const;
type Kind = (typeof kinds)[number];

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

interface Line {
  kind: Kind;
  /** Relative to the directory of the node. */
  file: string;
  blockMs: number;
  events: unknown[];
  text: string;
}

const written = new Map<string, Line[]>();

/** Output of a node in some hours, up to a few minutes after the last. */
function linesOf(seed: string): Line[] {
  const lines = written.get(seed) ?? writeNode(seed);
  written.set(seed, lines);
  return lines;
}

function writeNode(seed: string): Line[] {
  const record = createExchangeRecord({
    seed,
    startMs,
    wallets: 60,
    coins: 4,
    fillsPerSecond: 0.4,
    tickMs: 30_000,
  });
  const dir = join(harness.dir, `${seed}-node`);
  const node = createSimulatedNode({ record, seed, dir });
  const untilMs = Math.ceil(startMs / hourMs) * hourMs + (hours - 1) * hourMs + 3 * minuteMs;
  record.advance(untilMs);
  node.run(untilMs);
  node.close();
  return kinds.flatMap((kind) =>
    thinned(
      readdirSync(join(dir, kind), { recursive: true, withFileTypes: true }).flatMap((entry) => {
        if (!entry.isFile()) return [];
        const path = join(entry.parentPath, entry.name);
        const texts = readFileSync(path, 'utf8').split('\n');
        return texts.filter(Boolean).map((text) => ({ file: path.slice(dir.length + 1), text }));
      }),
    ).map(({ file, text, blockMs }) => {
      const { events } = JSON.parse(text) as { events: unknown[] };
      return { kind, file, blockMs, events, text };
    }),
  );
}

/** Blocks with content, and one of each minute, renumbered without the rest, which is empty. */
function thinned(lines: readonly { file: string; text: string }[]) {
  const timed = lines.map((line) => ({
    ...line,
    blockMs: Date.parse(`${/"block_time":"([^"]{23})/.exec(line.text)![1]}Z`),
  }));
  timed.sort((a, b) => a.blockMs - b.blockMs);
  const minute = (at: number) => Math.floor((timed[at]?.blockMs ?? 0) / minuteMs);
  const kept = timed.filter(({ text }, at) => !text.includes('"events":[]') || minute(at) !== minute(at - 1));
  return kept.map((line, at) => ({
    ...line,
    text: line.text.replace(/"block_number":\d+/, `"block_number":${1_000_000 + at}`),
  }));
}

interface Payment {
  user: string;
  coin: string;
  szi: string;
}
type NodeFill = [
  user: string,
  { coin: string; time: number; side: string; sz: string; startPosition: string },
];

const paymentsIn = ({ events }: Pick<Line, 'events'>) =>
  (events as { inner: { Funding?: { deltas: Payment[] } } }[]).flatMap(
    ({ inner }) => inner.Funding?.deltas ?? [],
  );

/** Positions of an hour's payments, and where fills end at it: by the lines alone. */
function expectedOf(lines: readonly Line[], hour: number): { named: number; differing: string[] } {
  const ends = new Map<string, number[]>();
  const paid = new Map<string, number>();
  for (const { kind, events, blockMs } of lines) {
    if (kind !== 'misc_events_by_block' || blockMs < hour || blockMs >= hour + minuteMs) continue;
    for (const { user, coin, szi } of paymentsIn({ events })) paid.set(`${user} ${coin}`, Number(szi));
  }
  const paidMs = lines.find(
    ({ kind, blockMs }) => kind === 'misc_events_by_block' && blockMs >= hour,
  )!.blockMs;
  for (const { kind, events } of lines) {
    if (kind !== 'node_fills_by_block') continue;
    for (const [user, fill] of events as NodeFill[]) {
      if (fill.time > paidMs || /^[@#+]|\//.test(fill.coin)) continue;
      const key = `${user} ${fill.coin}`;
      const end = Number(fill.startPosition) + (fill.side === 'B' ? 1 : -1) * Number(fill.sz);
      // Either side of a payment within its millisecond.
      ends.set(key, fill.time === paidMs ? [...(ends.get(key) ?? [0]), end] : [end]);
    }
  }
  const coins = new Set([...paid.keys()].map((key) => key.split(' ')[1]));
  const keys = new Set([...paid.keys(), ...[...ends.keys()].filter((key) => coins.has(key.split(' ')[1]))]);
  const isAlike = (key: string) =>
    (ends.get(key) ?? [0]).some((end) => Math.abs(end - (paid.get(key) ?? 0)) < 1e-6);
  return { named: paid.size, differing: [...keys].filter((key) => !isAlike(key)).sort() };
}

const stamps = query({
  name: 'test_payment_census',
  params: {},
  row: Type.Object({
    hour: Type.Integer(),
    is_whole: Type.Boolean(),
    positions: Type.Integer(),
    causes: Type.Array(Type.String()),
    counts: Type.Array(Type.Integer()),
  }),
  sql: `
    SELECT toUInt32(hour) AS hour, is_whole, positions, causes, counts FROM payment_census FINAL ORDER BY hour DESC LIMIT 1`,
});
const differences = query({
  name: 'test_payment_differences',
  params: {},
  row: Type.Object({ key: Type.String(), cause: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet)), ' ', coin) AS key, cause FROM payment_census_differences FINAL
    WHERE hour = (SELECT max(hour) FROM payment_census) ORDER BY key`,
});

/** A store that reads files hour by hour. */
async function openCensus(name: string) {
  const store = await harness.open(name.replaceAll('-', '_'));
  const root = join(harness.dir, `${name}-files`);
  const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const feed = createChangeFeed({ store, pollMs: 20, onError });
  const running = startPositions({ store, feed, wallets: createWalletIndex(), onError });
  const alive = setInterval(() => undefined, 1_000);
  const signal = AbortSignal.timeout(120_000);
  const nowMs = { value: 0 };
  const clock = { nowMs: () => nowMs.value };
  const run = paymentCensus({ analytics: store, positions: running.positions, clock });

  return {
    store,
    /** Imports lines, and takes the census of a moment. */
    async take(lines: readonly Line[], atMs: number) {
      const paths = new Set<string>();
      for (const { file, text } of lines) {
        const path = join(root, String(atMs), file);
        mkdirSync(dirname(path), { recursive: true });
        appendFileSync(path, `${text}\n`);
        paths.add(join(root, String(atMs)));
      }
      await runPipeline({
        source: await openArchive({ paths: [...paths] }),
        store: createBatchStore(store),
        journal: openJournal(join(harness.dir, `${name}-journal`)),
        blocks: await importedBlocks(ledger),
        signal,
        onProgress: () => undefined,
      });
      await running.reached(await feed.look());
      nowMs.value = atMs;
      await run({ signal });
      const [stamp] = await store.rows(stamps, {});
      const found = await store.rows(differences, {});
      if (stamp !== undefined)
        assert.equal(
          stamp.counts.reduce((sum, count) => sum + count, 0),
          found.length,
        );
      return { stamp, found };
    },
    async close() {
      clearInterval(alive);
      await running.close();
      await feed.close();
      await ledger.close();
      await store.close();
      assert.deepEqual(errors, []);
    },
  };
}

const firstHour = Math.ceil(startMs / hourMs) * hourMs;
const hoursOf = Array.from({ length: hours }, (_, n) => firstHour + n * hourMs);
/** Some minutes after the hour, so that later trades are known, too. */
const lookedAfterMs = 2 * minuteMs;
const within = (lines: readonly Line[], fromMs: number, untilMs: number) =>
  lines.filter(({ blockMs }) => blockMs >= fromMs && blockMs < untilMs);

/** Takes the census of each hour. @param withhold selects the imported lines */
async function takeAll(name: string, all: readonly Line[], withhold = (lines: readonly Line[]) => lines) {
  const census = await openCensus(name);
  const lines = withhold(all);
  try {
    const taken = [];
    let fromMs = 0;
    for (const hour of hoursOf) {
      const untilMs = hour + lookedAfterMs;
      const { stamp, found } = await census.take(within(lines, fromMs, untilMs), untilMs);
      fromMs = untilMs;
      const expected = expectedOf(lines, hour);
      assert.deepEqual(
        [stamp!.hour * 1_000, stamp!.is_whole, stamp!.positions],
        [hour, true, expected.named],
      );
      assert.deepEqual(
        found.map(({ key }) => key),
        expected.differing,
        `${name} at ${new Date(hour).toISOString()}`,
      );
      taken.push({ hour, named: expected.named, found });
    }
    return taken;
  } finally {
    await census.close();
  }
}

const causesOf = (found: readonly { cause: string }[]) =>
  [...new Set(found.map(({ cause }) => cause))].sort();

for (const seed of ['census-1', 'census-2', 'census-3']) {
  test(`the payments of each hour of ${seed} are the positions that its fills leave open`, async () => {
    const taken = await takeAll(seed, linesOf(seed));
    assert.ok(taken.at(-1)!.named > 30, `${taken.at(-1)!.named} positions`);
    assert.deepEqual(
      taken.flatMap(({ found }) => found),
      [],
    );
  });
}

test('with fills withheld exactly what they changed differs, each with why', async () => {
  const all = linesOf('census-1');
  const isFills = ({ kind }: Line) => kind === 'node_fills_by_block';
  const inSpan = ({ blockMs }: Line) =>
    blockMs >= hoursOf[1]! - 25 * minuteMs && blockMs < hoursOf[1]! - 5 * minuteMs;

  const gaps = await takeAll('blocks-missing', all, (lines) =>
    lines.filter((one) => !isFills(one) || !inSpan(one)),
  );
  assert.deepEqual(gaps[0]!.found, []);
  assert.deepEqual(causesOf(gaps[1]!.found), ['gap']);

  // The lines of the blocks exist, but without their content.
  const emptied = await takeAll('fills-missing', all, (lines) =>
    lines.map((one) => {
      if (!isFills(one) || !inSpan(one)) return one;
      const text = JSON.stringify({ ...(JSON.parse(one.text) as object), events: [] });
      return { ...one, text, events: [] };
    }),
  );
  assert.deepEqual(causesOf(emptied[1]!.found), ['missingFills']);

  const since = hoursOf[1]! - 10 * minuteMs;
  const late = await takeAll('begun-late', all, (lines) =>
    lines.filter((one) => !isFills(one) || one.blockMs >= since),
  );
  assert.deepEqual(causesOf(late[0]!.found), ['untracked']);
  assert.deepEqual(causesOf(late[1]!.found), ['censoredOpening']);
  assert.ok(late[1]!.found.length > 10, `${late[1]!.found.length} opened before`);
});

test('a payment that its hour gave others and not an open position is missed: that funding is not known', async () => {
  const all = linesOf('census-1');
  const [first, hour] = hoursOf as [number, number];
  const isOfHour = ({ kind, blockMs }: Line) =>
    kind === 'misc_events_by_block' && blockMs >= hour && blockMs < hour + minuteMs;
  const line = all.find((one) => isOfHour(one) && one.text.includes('"deltas"'))!;
  const { user, coin } = paymentsIn(line).find(({ user: one }) =>
    all.some(({ kind, text }) => kind === 'node_fills_by_block' && text.includes(one)),
  )!;
  const other = paymentsIn(line).find((one) => one.user !== user)!.user;
  const withheld = all.map((one) => {
    if (!isOfHour(one)) return one;
    const isKept = (delta: Payment) => delta.user !== user || delta.coin !== coin;
    const said = JSON.parse(one.text) as { events: { inner: { Funding?: { deltas: Payment[] } } }[] };
    for (const { inner } of said.events)
      if (inner.Funding !== undefined) inner.Funding.deltas = inner.Funding.deltas.filter(isKept);
    return { ...one, text: JSON.stringify(said), events: said.events };
  });
  const census = await openCensus('unpaid');
  const untilMs = hour + lookedAfterMs;
  await census.take(within(withheld, 0, first + lookedAfterMs), first + lookedAfterMs);
  const { found } = await census.take(within(withheld, first + lookedAfterMs, untilMs), untilMs);
  assert.deepEqual(
    found.map(({ key }) => key),
    [`${user} ${coin}`],
  );
  const store = { ...census.store, close: async () => undefined };
  const endpoints = await openEndpointHarness({ given: {}, nowMs: untilMs, openStore: async () => store });
  const fundingOf = async (address: string) => {
    const params = { path: { address }, query: `interval=hour&from=${new Date(first).toISOString()}` };
    const { points } = (await endpoints.ask(traderPnl, params)).body;
    const reason = points!.at(-1)!.unknown?.find(({ part }) => part === 'funding')?.reason;
    return [typeof points![0]!.funding, typeof points!.at(-1)!.funding, reason];
  };
  assert.deepEqual(await fundingOf(user), ['number', 'object', 'funding-not-read']);
  assert.deepEqual(await fundingOf(other), ['number', 'number', undefined]);
  await endpoints.close();
  await census.close();
});
