import { Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import { notFound } from '../../kernel/problem.ts';
import { dailyEdition } from '../bodies/daily-edition.ts';
import { endpoint } from '../endpoint.ts';
import { date } from '../params/instants.ts';
import type { Static } from '../schema.ts';
import type { Sources } from '../sources.ts';

type Edition = Static<typeof dailyEdition>;

const row = Type.Object({ body: Type.String() });

// The earlier of two concurrent editions wins.
const editionOfDay = query({
  name: 'daily_edition',
  params: { day: 'Date' },
  row,
  limits: { maxRows: 1 },
  sql: 'SELECT body FROM daily_editions WHERE day = {day:Date} ORDER BY generated, body LIMIT 1',
});

const newestEdition = query({
  name: 'daily_newest_edition',
  params: {},
  row,
  limits: { maxRows: 1 },
  sql: 'SELECT body FROM daily_editions ORDER BY day DESC, generated, body LIMIT 1',
});

const editionDays = query({
  name: 'daily_edition_days',
  params: {},
  row: Type.Object({ editions: Type.String(), first: Type.String(), last: Type.String() }),
  sql: `
    SELECT toString(count()) AS editions, toString(min(day)) AS first, toString(max(day)) AS last
    FROM daily_editions`,
});

const meaning =
  'Stories are what stands out of the 30 days before, found by rules, highest score first; the first is the hero. Each has a receipt: ' +
  'the fill, liquidation, settlement or hour that shows its numbers. A day with fewer than 7 earlier ones has standing alone. An ' +
  'edition is made at 00:05 UTC of the next day, and never changed.';

const example: Edition = {
  date: '2026-03-14',
  generatedAt: '2026-03-15T00:05:00.120Z',
  hero: {
    type: 'largest_win',
    entity: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    headline: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789 won $1,240,300.50 with one fill in BTC.',
    receipt: { kind: 'fill', coin: 'BTC', time: '2026-03-14T09:30:12.486Z', tid: 441413449625 },
    score: 84,
  },
  standing: { coinMovers: [{ coin: 'BTC', changePct: -2.4, volumeUsd: 41203000.5 }], settledToday: [] },
};

export const dailyLatest = endpoint({
  id: 'pulse.daily-latest',
  path: '/api/public/v1/pulse/daily/latest',
  summary: 'The newest daily edition',
  description: meaning,
  tags: ['Pulse'],
  tier: 'free',
  params: {},
  response: dailyEdition,
  errors: [404],
  example,
  async run({ sources, signal }) {
    const [found] = await sources.analytics.rows(newestEdition, {}, { signal });
    if (found === undefined) throw notFound('There is no edition yet: the first day is not over.');
    return { body: JSON.parse(found.body) as Edition };
  },
});

export const daily = endpoint({
  id: 'pulse.daily',
  path: '/api/public/v1/pulse/daily/{date}',
  summary: 'The edition of one UTC day',
  description: `${meaning} A day before the data, or one that is not over, is a 404.`,
  tags: ['Pulse'],
  tier: 'free',
  params: { date: date() },
  response: dailyEdition,
  errors: [404],
  example,
  async run({ params, sources, signal }) {
    return { body: await editionOf(sources, params.date, signal) };
  },
});

async function editionOf(
  { analytics }: Pick<Sources, 'analytics'>,
  day: string,
  signal: AbortSignal,
): Promise<Edition> {
  const [found] = await analytics.rows(editionOfDay, { day }, { signal });
  if (found === undefined) {
    const [{ editions, first, last }] = (await analytics.rows(editionDays, {}, { signal })) as [
      RowOf<typeof editionDays>,
    ];
    const known = editions === '0' ? 'No edition was made yet' : `Editions are from ${first} to ${last}`;
    throw notFound(`There is no edition of ${day}. ${known}.`);
  }
  return JSON.parse(found.body) as Edition;
}
