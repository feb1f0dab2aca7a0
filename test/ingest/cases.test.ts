/** Records as others kept them, after public reports: imported, asked about over the endpoints, audited. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import type { Journal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { openUserFills } from '../../src/ingest/sources/user-fills.ts';
import { audit } from '../../src/jobs/audit.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';

/** A step into an answer: a key, a place, the first element that has these values, how many have, or the length. */
type Step = string | number | { where: object } | { count: object };

interface Case {
  id: string;
  title: string;
  /** Imported together with others of the kind: they share nothing but the store. */
  shared: boolean;
  imports: {
    file?: string;
    /** Whose answer of the API it is. */
    wallet?: string;
    replace?: boolean;
    lines?: unknown[];
    json?: unknown[];
    text?: string;
    /** The records of that import again, as lines in another order. */
    linesOf?: number;
    summary?: Record<string, number>;
  }[];
  expect: { get: string; pick: Step[]; is: unknown }[];
}

const nowMs = Date.parse('2026-07-31T14:00:00Z');
const folder = new URL('../fixtures/cases/', import.meta.url);
const cases = readdirSync(folder)
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case);

/** The text of an import's file. */
function textOf(own: Case['imports'][number], all: Case['imports']): string {
  if (own.text !== undefined) return own.text;
  if (own.json !== undefined) return JSON.stringify(own.json);
  const { json = [], wallet } = own.linesOf === undefined ? {} : all[own.linesOf]!;
  const lines = own.lines ?? json.map((fill) => [wallet, fill]);
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
  return (own.lines === undefined ? texts.sort() : texts).join('');
}

async function importCase(one: Case, store: AnalyticsStore, journal: Journal): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-case-'));
  try {
    for (const [i, own] of one.imports.entries()) {
      const path = join(dir, String(i), own.file ?? 'in.jsonl');
      mkdirSync(join(dir, String(i)));
      writeFileSync(path, textOf(own, one.imports));
      const done = await runPipeline({
        source: await (own.wallet === undefined
          ? openArchive({ paths: [path] })
          : openUserFills(own.wallet, path)),
        store: createBatchStore(store),
        journal,
        stored: { replace: own.replace ?? false },
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      for (const [name, value] of Object.entries(own.summary ?? {})) {
        assert.equal(done[name as keyof typeof done], value, `${one.id}, import ${i}: ${name}`);
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function answerTo(harness: EndpointHarness, get: string): Promise<unknown> {
  const [path = '', query = ''] = `/api/public/v1${get}`.split('?');
  for (const endpoint of catalogue) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const values = pattern.exec(path)?.slice(1);
    if (values === undefined) continue;
    const named = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i]!)]));
    return (await harness.ask(endpoint, { path: named, query, tier: 'enterprise' })).body;
  }
  throw new Error(`no endpoint answers ${get}`);
}

function picked(body: unknown, steps: readonly Step[]): unknown {
  let at = body as never;
  for (const step of steps) {
    if (at === undefined || at === null) return null;
    const has = (wanted: object) => (one: object) =>
      Object.entries(wanted).every(([key, value]) => (one as Record<string, unknown>)[key] === value);
    if (typeof step !== 'object') at = (step === 'len' ? (at as unknown[]).length : at[step]) as never;
    else if ('where' in step) at = (at as object[]).find(has(step.where)) as never;
    else at = (at as object[]).filter(has(step.count)).length as never;
  }
  return at ?? null;
}

async function check(group: readonly Case[]): Promise<void> {
  const harness = await openEndpointHarness({
    given: {},
    nowMs,
    lifecycles: true,
    async imports(store, journal) {
      for (const one of group) await importCase(one, store, journal);
    },
  });
  try {
    for (const { id, expect } of group) {
      for (const { get, pick, is } of expect) {
        const value = picked(await answerTo(harness, get), pick);
        const isSame = typeof is === 'number' && Math.abs(Number(value) - is) <= 1e-6;
        if (!isSame) assert.deepEqual(value, is, `${id}: ${get} ${JSON.stringify(pick)}`);
      }
    }
    const { signal } = new AbortController();
    const report = await audit(harness.store, () => undefined, signal);
    assert.deepEqual(report.differences, []);
    assert.ok(report.fills > 0);
  } finally {
    await harness.close();
  }
}

const shared = cases.filter((one) => one.shared);
test(`cases in one store: ${shared.map(({ id, title }) => `${id} ${title}`).join('; ')}`, () =>
  check(shared));
for (const one of cases.filter((one) => !one.shared))
  test(`case ${one.id}: ${one.title}`, () => check([one]));
