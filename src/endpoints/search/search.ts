import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import { traders } from '../../boards/traders.ts';
import { parseAddress } from '../../domain/address.ts';
import { cohortKinds } from '../../domain/cohort.ts';
import { outcomeDisplayName } from '../../domain/outcome-terms.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { freshContext } from '../../market/freshness.ts';
import { list, oneOf, text as textField } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { text } from '../params/scalars.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import {
  builderMatches,
  cohortMatches,
  coinMatches,
  type NamedMarket,
  numberedOutcome,
  outcomeMatches,
  type RankedMatch,
} from './names.ts';

/** Sort order of matches with equal fit. */
const kinds = ['coin', 'wallet', 'builder', 'cohort', 'outcome', 'lifecycle'] as const;

const searchMatch = bodySchema('SearchMatch', {
  kind: oneOf(kinds, 'Type of the result.'),
  id: textField('Key for other endpoints: coin, address, cohort slug, id of the outcome or lifecycle.'),
  name: optional(textField('Name, if it differs from the id.')),
  tierType: optional(oneOf(cohortKinds, 'Kind of a cohort.')),
});
export type SearchMatch = Static<typeof searchMatch>;

const searchBody = bodySchema('SearchBody', {
  query: textField('As sent.'),
  matches: list(searchMatch),
  nearest: list(textField('Coin that looks most like the text; only where nothing matches.')),
});

/** Age of the outcomes that are searched by name. */
const outcomeHours = 720;
const textLengthLimit = 100;

export const search = endpoint({
  id: 'search.find',
  path: '/api/public/v1/search',
  summary: 'What a text means',
  description:
    'Coins by ticker, pair, name, keyword of their deployer or the spelling of other exchanges (bitcoin, BTC-PERP, BTC-USD, pepe, UBTC); wallets that traded, by their first ' +
    'hex digits; builders by address or name; outcomes by number, side or a word of their name, if listed within 30 days; cohorts; lifecycles by id. What is ' +
    'called exactly so comes first, then names that begin with the text, names with a word that does, and names that hold it; of those alike the most traded.',
  tags: ['Search'],
  tier: 'free',
  params: {
    q: text({
      description: 'A name, address, coin, id or the beginning of one.',
      maxLength: textLengthLimit,
      example: 'bitcoin',
    }),
    limit: rowLimit(12, { max: 50 }),
  },
  response: searchBody,
  example: { query: 'ueth', matches: [{ kind: 'coin', id: '@151', name: 'UETH/USDC' }], nearest: [] },
  async run({ params, sources, clock, signal }) {
    const wanted = params.q.trim();
    const nowMs = clock.nowMs();
    const found = await Promise.all([
      coinMatches(await namedMarkets(sources, nowMs), wanted),
      walletMatches(sources, wanted, signal),
      outcomesFound(sources, wanted, { nowMs, signal }),
      builderMatches(sources.builderNames, wanted),
      wanted.length > 1 ? cohortMatches(wanted) : [],
      lifecycleMatches(sources, wanted, signal),
    ]);
    const order = (match: SearchMatch) => kinds.indexOf(match.kind);
    const matches = (wanted === '' ? [] : found.flat())
      .sort((a, b) => a.fit - b.fit || order(a.match) - order(b.match) || b.weight - a.weight)
      .slice(0, params.limit)
      .map(({ match }) => match);
    const nearest = matches.length > 0 ? [] : nearestCoins(sources, wanted);
    return { body: { query: params.q, matches, nearest } };
  },
});

/** Listed markets; coins with fills if no list was read. */
async function namedMarkets({ market, tradedCoins }: Sources, nowMs: number): Promise<NamedMarket[]> {
  const listed = [...market.listing.all()].filter(({ kind }) => kind !== 'outcome');
  if (listed.length === 0) {
    const traded = await tradedCoins.mostTraded();
    return traded
      .filter(({ coin }) => numberedOutcome(coin) === undefined)
      .map(({ coin, fills }) => {
        return { coin, symbol: coin, ticker: coin.slice(coin.indexOf(':') + 1), weight: fills };
      });
  }
  return listed.map(({ coin, symbol, ticker, displayName, keywords, isDelisted }) => {
    const volume = Number(freshContext(market, coin, nowMs)?.dayNotional ?? 0);
    return { coin, symbol, ticker, displayName, keywords, weight: isDelisted ? -1 : volume };
  });
}

function nearestCoins({ market, coins }: Sources, text: string): string[] {
  return market.listing.dexes().length > 0 ? market.listing.nearest(text) : coins.nearest(text);
}

/** Wallets whose address starts with the text, and the builder with exactly this address. */
async function walletMatches(sources: Sources, text: string, signal: AbortSignal): Promise<RankedMatch[]> {
  if (!/^0x[0-9a-f]{2,40}$/i.test(text)) return [];
  const board = await sources.boards.board(traders);
  const { allTimeTrades, allTimeVolume } = board.columns;
  const address = parseAddress(text);
  const fit = address === undefined ? 1 : 0;
  const wallets: RankedMatch[] = [];
  for (const row of board.startingWith(text)) {
    if (allTimeTrades[row] === 0) continue;
    wallets.push({ match: { kind: 'wallet', id: board.address(row) }, fit, weight: allTimeVolume[row]! });
  }
  if (address === undefined) return wallets;
  const name = sources.builderNames.get(address);
  if (name === undefined && !(await isBuilder(sources, address, signal))) return wallets;
  const builder: SearchMatch = { kind: 'builder', id: address, ...(name !== undefined && { name }) };
  return [...wallets, { match: builder, fit, weight: 0 }];
}

/** Whether a fill of the last 30 days paid this builder. */
async function isBuilder({ builderPeriod }: Sources, address: string, signal: AbortSignal): Promise<boolean> {
  const ranked = await whereReady(async () => (await builderPeriod('month', signal)).ranked, []);
  return ranked.some(({ builder }) => builder === address);
}

async function outcomesFound(
  sources: Sources,
  text: string,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<RankedMatch[]> {
  const known = await sources.knownOutcomes(signal);
  const exact = numberedOutcome(text);
  const facts = exact === undefined ? undefined : known.get(exact);
  const byNumber: RankedMatch[] =
    facts === undefined
      ? []
      : [
          {
            match: { kind: 'outcome', id: String(exact), name: outcomeDisplayName(facts) },
            fit: 0,
            weight: 0,
          },
        ];
  const listed = known.listedIn(outcomeWindow({ hours: outcomeHours }, nowMs));
  return [...byNumber, ...outcomeMatches(listed, exact, text)];
}

const lifecycleOfId = query({
  name: 'search_lifecycle',
  params: { id: 'UInt64' },
  row: Type.Object({ found: Type.String() }),
  sql: `
    SELECT toString(id) AS found FROM lifecycles FINAL
    WHERE (wallet, coin, opened) IN (SELECT wallet, coin, opened FROM lifecycle_ids WHERE id = {id:UInt64})
      AND id = {id:UInt64} AND NOT deleted
    LIMIT 1`,
});

/** Lifecycle ids are hashes, so small numbers are outcomes. */
async function lifecycleMatches(
  { analytics }: Sources,
  text: string,
  signal: AbortSignal,
): Promise<RankedMatch[]> {
  if (!/^\d{7,16}$/.test(text) || !Number.isSafeInteger(Number(text))) return [];
  const rows = await whereReady(() => analytics.rows(lifecycleOfId, { id: Number(text) }, { signal }), []);
  return rows.map(({ found }) => ({ match: { kind: 'lifecycle', id: found }, fit: 0, weight: 0 }));
}
