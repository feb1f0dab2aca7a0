import { Type } from 'typebox';
import { cohortKinds, cohortOfSlug, cohortSlugs } from '../../domain/cohort.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import { detail } from '../kit/inputs.ts';
import { quoted } from '../kit/plain-text.ts';
import { type Found, type Plan, tool } from '../kit/tool.ts';
import { bodyIn, rowsIn } from '../kit/wording.ts';

/** Something that a text may mean, and the call that tells more of it. */
interface Match {
  kind: 'trader' | 'entity' | 'builder' | 'coin' | 'outcome' | 'question' | 'cohort' | 'lifecycle';
  id: string;
  name?: string;
  next: string;
}

/** Outcome ids are small; ids of lifecycles are hashes. */
const outcomeIdLimit = 10_000_000;
const matchLimit = 20;
const wallet = /^0x[0-9a-f]{40}$/i;

export const find = tool({
  name: 'find',
  title: 'What is this?',
  description:
    'Looks up what a text means: wallet address, coin in any spelling, outcome (prediction market) by id or words, builder, cohort word or lifecycle id. Tells which tool to call next. Start here when a name is unclear.',
  input: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 100, description: 'Address, name, coin, id or word' }),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    matches: 'What it may mean: kind, id, name, and the call to make next',
    hints: 'Near names, where a part knows none',
  },
  tolerates: [400, 404, 422],
  plan({ text }): Plan {
    if (wallet.test(text)) {
      return {
        trader: { path: '/pulse/trader/{address}', params: { address: text } },
        entity: { path: '/entity/{address}', params: { address: text } },
        builders: { path: '/builders/leaderboard', params: { period: 'month' }, rows: 100 },
      };
    }
    const [, mark, digits] = /^([#+]?)(\d{1,16})$/.exec(text) ?? [];
    if (digits !== undefined) {
      const id = mark === '' ? Number(digits) : Math.floor(Number(digits) / 10);
      if (id > outcomeIdLimit) return { lifecycle: { path: '/pulse/lifecycle/{id}', params: { id } } };
      return { outcome: { path: '/hip4/outcomes/{outcome_id}', params: { outcome_id: id } } };
    }
    if (cohortKinds.some((kind) => cohortSlugs(kind).includes(slugOf(text)))) return {};
    return {
      asset: { path: '/assets/{canonical}', params: { canonical: text } },
      price: { path: '/market/price/{symbol}', params: { symbol: text } },
      outcomes: { path: '/hip4/outcomes', params: { hours: 168 } },
      questions: { path: '/hip4/questions' },
      builders: { path: '/builders/leaderboard', params: { period: 'month' }, rows: 100 },
    };
  },
  derive(found, { text }) {
    const matches = [...walletMatches(found, text), ...marketMatches(found, text), ...cohortMatches(text)];
    const hints = Object.values(found)
      .map((section) => bodyIn(section).missing)
      .filter((hint) => typeof hint === 'string');
    const none = Object.fromEntries(Object.keys(found).map((name) => [name, undefined]));
    return {
      ...none,
      matches: matches.slice(0, matchLimit),
      ...(matches.length === 0 && { hints: [...new Set(hints)] }),
    };
  },
  finding({ matches, hints }, { text }) {
    const rows = rowsIn(matches) as unknown as Match[];
    if (rows.length > 0) {
      return rows
        .slice(0, 6)
        .map(
          ({ kind, id, name, next }) =>
            `${kind} ${id}${name === undefined ? '' : ` ${quoted(name)}`}: ${next}`,
        );
    }
    const near = Array.isArray(hints) ? hints.slice(0, 3).map(String) : [];
    return [`Nothing known is called ${quoted(text)}.`, ...near];
  },
});

function walletMatches({ trader, entity, builders, lifecycle }: Found, text: string): Match[] {
  const matches: Match[] = [];
  const id = text.toLowerCase();
  if (bodyIn(trader).address !== undefined)
    matches.push({ kind: 'trader', id, next: `trader(address: "${id}")` });
  const { entity: master, isMultiWallet, members } = bodyIn(entity);
  if (isMultiWallet === true) {
    const own = rowsIn(members).find(({ address }) => address === id);
    const name = typeof own?.name === 'string' ? { name: own.name } : {};
    matches.push({
      kind: 'entity',
      id: String(master),
      ...name,
      next: `trader(address: "${id}", sections: ["entity"])`,
    });
  }
  for (const { builder, builderName } of rowsIn(builders, 'builders')) {
    const named = typeof builderName === 'string' ? { name: builderName } : {};
    const meant = builder === id || named.name?.toLowerCase().includes(id) === true;
    if (meant)
      matches.push({
        kind: 'builder',
        id: String(builder),
        ...named,
        next: `builders(view: "profile", builder: "${builder}")`,
      });
  }
  const { lifecycle: row } = bodyIn(lifecycle);
  if (row !== undefined) matches.push({ kind: 'lifecycle', id: text, next: `lifecycles(id: ${text})` });
  return matches;
}

function marketMatches({ asset, price, outcome, outcomes, questions }: Found, text: string): Match[] {
  const coins = new Set<string>();
  const { symbol } = bodyIn(price);
  if (typeof symbol === 'string') coins.add(symbol);
  for (const venue of rowsIn(bodyIn(asset).asset, 'venues')) coins.add(String(venue.symbol));
  const named = [
    ...rowsIn(outcomes, 'outcomes'),
    ...[bodyIn(outcome).outcome].flatMap((one) => (one === undefined ? [] : [bodyIn(one)])),
  ];
  const word = text.toLowerCase();
  const isMeant = (row: Record<string, unknown>) =>
    outcome !== undefined ||
    ['name', 'displayName', 'description'].some((field) =>
      String(row[field] ?? '')
        .toLowerCase()
        .includes(word),
    );
  return [
    ...[...coins].map((id): Match => ({ kind: 'coin', id, next: `coin(coin: "${id}")` })),
    ...named.filter(isMeant).map((row): Match => {
      const name = row.displayName ?? row.name;
      return {
        kind: 'outcome',
        id: String(row.outcomeId),
        ...(name !== undefined && { name: String(name) }),
        next: `outcomes(view: "outcome", id: ${row.outcomeId})`,
      };
    }),
    ...rowsIn(questions, 'questions')
      .filter(isMeant)
      .map(
        (row): Match => ({
          kind: 'question',
          id: String(row.questionId),
          name: String(row.name),
          next: 'outcomes(view: "questions")',
        }),
      ),
  ];
}

function cohortMatches(text: string): Match[] {
  const word = slugOf(text);
  return cohortKinds.flatMap((kind): Match[] => {
    const slugs = cohortSlugs(kind);
    const slug = slugs.includes(word) ? word : nearestTo(word, slugs);
    const tier = slug === undefined ? undefined : cohortOfSlug(kind, slug);
    if (tier === undefined) return [];
    return [
      { kind: 'cohort', id: tier, next: `cohorts(view: "positions", tierType: "${kind}", tier: "${tier}")` },
    ];
  });
}

/** `Smart Money` as cohorts are spelt. */
function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}
