import { Type } from 'typebox';
import { conflictEvent } from '../../analytics/quarantine-event.ts';
import { feedsOfCoverage, listGaps as readGaps } from '../../coverage/gap-list.ts';
import { systemClock } from '../../kernel/clock.ts';
import { UsageError } from '../../kernel/command-line.ts';
import { drift } from '../../wire/drift.ts';
import { listed, minuteText, momentText } from '../command-text.ts';
import { count, instant, instantOf, maybe, operation, type ResultOf, text } from '../operation.ts';
import { healGaps, objectOptions } from './import-command.ts';

/** A thousand texts of four thousand characters make a long answer. */
const limit = maybe(Type.Integer({ minimum: 1, maximum: 1_000 }));

const gap = Type.Object({
  feed: text,
  wallet: maybe(text),
  coin: maybe(text),
  state: Type.Enum(['open', 'lost'], {
    description: 'open: it may still be filled. lost: no known source can fill it.',
  }),
  lostFrom: maybe(instantOf({ description: 'Absent if the gap has no start.' })),
  lostUntil: instant,
  fromBlock: maybe(count),
  toBlock: maybe(count),
  reason: text,
  foundAt: instant,
});

export const listGaps = operation({
  name: 'listGaps',
  method: 'GET',
  path: '/admin/v1/gaps',
  operationId: 'record-gaps',
  summary: 'gaps in the data: lost ones first, newest first; then those that may still be filled, `open`',
  input: Type.Object({
    feed: maybe(Type.Enum(feedsOfCoverage)),
    wallet: maybe(
      Type.String({ pattern: '^0[xX][0-9a-fA-F]{40}$', description: 'a wallet: 0x and 40 hex digits' }),
    ),
    limit,
  }),
  output: Type.Array(gap),
  under: 'gaps',
  async run({ fills }, options) {
    const wallet = options.wallet?.toLowerCase();
    const gaps = await readGaps((await fills()).analytics, { ...options, wallet });
    return gaps.map(({ fromMs, toMs, seenMs, changedMs: _, ...one }) => ({
      ...one,
      ...(fromMs > 0 && { lostFromMs: fromMs }),
      lostUntilMs: toMs,
      foundAtMs: seenMs,
    }));
  },
  command: {
    words: 'gaps',
    summary: 'list gaps of the record, and fill them from an archive',
    description: `Lists the gaps of the coverage ledger: lost ones first, newest first; then open ones, which may still be filled.
With --heal it imports from an archive exactly the hours in which blocks are missing.`,
    examples: `
Examples:
  tidemark gaps                                 the newest gaps
  tidemark gaps --feed fills --limit 1000 --json
  tidemark gaps --wallet 0x31ca8395cf837de08b24da3f660e77761dfb974b
  tidemark gaps --heal                          from the exchange's bucket (requester pays): asks first
  tidemark gaps --heal ./node_fills_by_block    from files of this machine`,
    arguments: { paths: ['[PATH...]', 'with --heal: location of the archive, as for import'] },
    options: {
      feed: ['--feed <FEED>', 'only this feed'],
      wallet: ['--wallet <ADDRESS>', 'only this wallet', { kind: 'address' }],
      limit: ['--limit <N>', 'at most N (1 to 1000)', { default: 100 }],
      heal: ['--heal', 'fill gaps of blocks from an archive'],
      ...objectOptions,
    },
    json: true,
    async act(given, desk) {
      const { heal, paths = [], json, feed, wallet, limit } = given as unknown as GapsGiven;
      if (heal) {
        if ((feed ?? wallet) !== undefined)
          throw new UsageError('--heal cannot be combined with --feed or --wallet');
        return healGaps(given, desk);
      }
      if (paths.length > 0) throw new UsageError('PATH needs --heal');
      const params = { limit, ...(feed && { feed }), ...(wallet && { wallet }) };
      const gaps = (await desk.open((call) => call('listGaps', params))) as ResultOf<{
        output: typeof gap;
      }>[];
      if (json) desk.printJson(gaps);
      else listed(gapRow, 'no gaps')(gaps, desk, {});
      if (gaps.length === limit) desk.stderr.write(`the first ${limit}; --limit shows more\n`);
    },
  },
});

interface GapsGiven {
  heal?: boolean;
  paths?: string[];
  json?: boolean;
  feed?: string;
  wallet?: string;
  limit: number;
}

function gapRow(one: ResultOf<{ output: typeof gap }>): Record<string, string> {
  return {
    feed: one.feed,
    wallet: one.wallet ?? '-',
    coin: one.coin ?? '-',
    state: one.state,
    from: one.lostFromMs === undefined ? 'ever' : momentText(one.lostFromMs),
    to: momentText(one.lostUntilMs),
    reason: one.reason,
    found: minuteText(one.foundAtMs),
  };
}

const quarantined = Type.Object({
  source: text,
  line: text,
  event: Type.Integer(),
  blockEvent: maybe(count),
  reason: text,
  raw: Type.String({ description: 'The received text, up to 4096 characters.' }),
  metAt: maybe(instant),
});

/** Prefix of live feed sources. */
const liveSource = 'hyperliquid ';
const lineCharacters = 60;

export const listQuarantined = operation({
  name: 'listQuarantined',
  method: 'GET',
  path: '/admin/v1/quarantine',
  operationId: 'record-quarantine',
  summary: 'records of sources that cannot be used, with the reason, newest first',
  input: Type.Object({ source: maybe(Type.String({ minLength: 1, maxLength: 1_024 })), limit }),
  output: Type.Array(quarantined),
  under: 'quarantined',
  async run({ fills }, options) {
    const jobs = await import('../../jobs/quarantine-list.ts');
    return jobs.listQuarantined((await fills()).analytics, options);
  },
  command: {
    words: 'quarantine',
    summary: 'list records that could not be used, with the reason',
    description: 'Lists records of files and live feeds that cannot be used, newest first.',
    examples: `
Examples:
  tidemark quarantine                           the newest records
  tidemark quarantine --source '${liveSource}'   records of live feeds
  tidemark quarantine --json | jq -r '.[].raw'`,
    options: {
      source: ['--source <START>', 'only sources (files, feeds) with this prefix'],
      limit: ['--limit <N>', 'at most N (1 to 1000)', { default: 100 }],
    },
    json: true,
    print: listed(quarantinedRow, 'no records in quarantine'),
  },
});

function quarantinedRow(one: ResultOf<{ output: typeof quarantined }>): Record<string, string> {
  const { source, reason, raw, metAtMs } = one;
  return {
    source,
    place: placeText(one),
    met: minuteText(metAtMs),
    reason,
    text: raw.length > lineCharacters ? `${raw.slice(0, lineCharacters)}…` : raw,
  };
}

/** Position in a file; a live feed has no lines. */
function placeText({
  source,
  line,
  event,
  blockEvent = event,
}: ResultOf<{ output: typeof quarantined }>): string {
  if (`${source} `.startsWith(liveSource)) return '-';
  // A conflict stored by an early version has a hash instead of a line number; its text names the fill.
  if (event === conflictEvent && Number(line) > 0xffff_ffff) return '-';
  return blockEvent < 0 ? `line ${line}` : `line ${line}, event ${blockEvent}`;
}

const driftRow = Type.Object({
  payload: text,
  field: Type.String({ description: 'Path within the payload; empty if the payload is a single value.' }),
  value: maybe(
    Type.String({ description: 'An unknown value of a known field; absent if the field is unknown.' }),
  ),
  count,
  sample: Type.String({ description: 'JSON of the first one, up to 512 characters.' }),
  firstSeenAt: instant,
  lastSeenAt: instant,
});

export const listDrift = operation({
  name: 'listDrift',
  method: 'GET',
  path: '/admin/v1/drift',
  operationId: 'record-drift',
  summary: 'fields and values of the exchange that this version does not know, last seen first',
  output: Type.Array(driftRow),
  under: 'drift',
  async run({ journalDir }) {
    const { recordDrift } = await import('../../ingest/drift-record.ts');
    return recordDrift(journalDir, drift, systemClock.nowMs()).rows.map(
      ({ firstSeenMs, lastSeenMs, ...row }) => ({
        ...row,
        firstSeenAtMs: firstSeenMs,
        lastSeenAtMs: lastSeenMs,
      }),
    );
  },
  command: {
    words: 'drift',
    summary: 'list fields and values of the exchange that this version does not know',
    description:
      'Lists fields, types, directions and statuses of the exchange that this version does not know, with the first sample of each, last seen first. Counts of the live feeds, the node and imports are added up over restarts.',
    examples: `
Examples:
  tidemark drift
  tidemark drift --json | jq -r '.[].sample'`,
    json: true,
    print: listed(driftText, 'nothing unknown was seen'),
  },
});

function driftText(row: ResultOf<{ output: typeof driftRow }>): Record<string, string> {
  const { payload, field, value, sample } = row;
  return {
    payload,
    field: field || '-',
    value: value ?? '-',
    count: String(row.count),
    first: minuteText(row.firstSeenAtMs),
    last: minuteText(row.lastSeenAtMs),
    sample: sample.length > lineCharacters ? `${sample.slice(0, lineCharacters)}…` : sample,
  };
}

export const listJobs = operation({
  name: 'listJobs',
  method: 'GET',
  path: '/admin/v1/jobs',
  operationId: 'record-jobs',
  summary: 'scheduled jobs: how far each is, and which process runs it now',
  output: Type.Array(
    Type.Object({
      job: text,
      holder: maybe(Type.String({ description: 'The process that runs it now.' })),
      doneUntil: maybe(instantOf({ description: 'End of the newest completed period.' })),
    }),
  ),
  under: 'jobs',
  run: async ({ control }) => (await control()).jobs.list(),
});
