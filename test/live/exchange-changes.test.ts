/** Changes of the exchange, each through the reader that meets it: reported on its first record, kept, and wrong nowhere unsaid. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { archiveKind } from '../../src/ingest/sources/csv-header.ts';
import { localFile } from '../../src/ingest/sources/file-cursor.ts';
import { drift, driftKey } from '../../src/wire/drift.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { infoReader } from '../../src/wire/info-request.ts';
import { readMiscEvent, readMiscLine } from '../../src/wire/misc-event.ts';
import { readEvent, readNodeLine } from '../../src/wire/node-line.ts';
import { type ExchangeChange, exchangeChanges } from '../fixtures/exchange-changes.ts';
import { freshDrift } from '../fresh-drift.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-changes-'));
after(() => rmSync(dir, { recursive: true }));

/** What a reader makes of a payload: its data, and why parts of it cannot be used. */
interface Outcome {
  data: unknown;
  refused: string;
}

interface Reading {
  data?: unknown;
  fault?: string;
  rejected?: { reason: string }[];
  odd?: { reason: string }[];
}

const outcomeOf = ({ data, fault = '', rejected = [], odd = [] }: Reading): Outcome => ({
  data,
  refused: [fault, ...[...rejected, ...odd].map(({ reason }) => reason)].join('; '),
});

async function read({ at }: ExchangeChange, payload: unknown): Promise<Outcome> {
  if ('info' in at) return outcomeOf(infoReader(at.info)(payload));
  if ('channel' in at) return outcomeOf(readFrame(JSON.stringify({ channel: at.channel, data: payload })));
  if ('csv' in at) {
    const path = join(dir, at.csv);
    writeFileSync(path, `${payload}\n`);
    return { data: (await archiveKind(localFile(path))).kind, refused: '' };
  }
  const text = JSON.stringify(payload);
  const line = at.line === 'fills' ? readNodeLine(text) : readMiscLine(text);
  if (line.kind !== 'block') return { data: undefined, refused: line.kind === 'fault' ? line.reason : '' };
  const event = at.line === 'fills' ? readEvent(line.events[0]) : readMiscEvent(line.events[0]);
  if (typeof event === 'string') return { data: undefined, refused: event };
  const parts = 'odd' in event ? event.odd : event.rejected.map(({ reason }) => reason);
  return { data: event, refused: parts.join('; ') };
}

const isSame = (a: object, b: object) => {
  const names = ({ payload, field, value }: { payload?: string; field?: string; value?: string }) =>
    driftKey({ payload: payload!, field: field!, ...(value !== undefined && { value }) });
  return names(a) === names(b);
};

for (const change of exchangeChanges) {
  test(`${change.what}: reported at once, and the rest is read as before`, async () => {
    const { report } = change;
    const isNew = 'channel' in change.at && 'value' in report && report.field === 'channel';
    const asBefore = isNew ? undefined : await read(change, change.before);
    if (asBefore !== undefined) assert.equal(asBefore.refused, '', 'the record before the change is whole');
    const countOf = () => drift.state().entries.find((entry) => isSame(entry, report))?.count ?? 0;
    freshDrift();
    const now = await read(change, change.after);
    if ('refused' in report) {
      assert.match(now.refused, report.refused);
      return;
    }
    assert.equal(countOf(), 1, 'counted once');
    const { sample } = drift.state().entries.find((entry) => isSame(entry, report))!;
    assert.ok(sample.length > 0, 'the first sample is kept');
    // A new field changes no figure; a new name stays as it came.
    if (report.value === undefined) assert.deepEqual(withoutRaw(now.data), withoutRaw(asBefore?.data));
    else assert.match(JSON.stringify(now), new RegExp(report.value));
  });
}

/** The parts of a reading that figures follow from, without the raw record. */
function withoutRaw(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (unread.includes(key) ? undefined : value)) ?? 'null',
  );
}
const unread = ['raw', 'feeTrialEscrow', 'bankruptcyPx', 'builders'];
