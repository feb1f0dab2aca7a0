import { Type } from 'typebox';
import { fundingPayments } from '../../analytics/funding-sql.ts';
import { query, type RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { ownTokenMoves, type TokenMove } from '../../domain/ledger-update.ts';
import { pnlBounds, pnlIntervals, pnlReachDays } from '../../domain/pnl-bounds.ts';
import { type PnlReason, pnlReasons } from '../../domain/pnl-curve.ts';
import { dayMs, rfc3339, utcDayStartMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { unionOf } from '../../kernel/spans.ts';
import { readLedgerFields } from '../../wire/ledger-update.ts';
import { readPnl } from './pnl-window.ts';

export const taxRowsLimit = 200_000;

/** A movement of one wallet: signed amounts of one or two tokens. */
const moves = query({
  name: 'tax_moves',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs', firstDay: 'TimeMs', lastDay: 'TimeMs' },
  row: Type.Object({
    at: Type.String(),
    kind: Type.String(),
    coin: Type.String(),
    note: Type.String(),
    amount: Type.String(),
    token: Type.String(),
    counter: Type.String(),
    fee: Type.String(),
    fee_token: Type.String(),
    hash: Type.String(),
    raw: Type.String(),
  }),
  limits: { deadlineMs: 60_000, maxRows: taxRowsLimit + 1 },
  sql: `
    SELECT toString(at_ms) AS at, kind, name AS coin, note, toString(amount) AS amount, token, toString(counter) AS counter,
      toString(fee) AS fee, fee_token, hash, raw
    FROM (
      SELECT toUnixTimestamp64Milli(time) AS at_ms, 'trade' AS kind, CAST(coin, 'String') AS name, CAST(dir, 'String') AS note,
        toDecimal256(if(side = 'B', sz, -sz), 22) AS amount, '' AS token, toDecimal256(if(side = 'B', -px * sz, px * sz), 22) AS counter,
        toDecimal256(fills.fee, 22) AS fee, CAST(fills.fee_token, 'String') AS fee_token,
        if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))) AS hash, seq, '' AS raw
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND (startsWith(coin, '@') OR position(coin, '/') > 0)
      UNION ALL
      SELECT toUnixTimestamp64Milli(time), 'fee', CAST(coin, 'String'), 'rebate', toDecimal256(-fills.fee, 22), CAST(fills.fee_token, 'String'),
        toDecimal256(0, 22), toDecimal256(0, 22), '', if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))), seq, ''
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND (startsWith(coin, '@') OR position(coin, '/') > 0)
        AND fills.fee < 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'pnl', CAST(coin, 'String'), 'closed PnL of the day', toDecimal256(sum(closed_pnl), 22), '',
        toDecimal256(0, 22), toDecimal256(0, 22), '', '', 0, ''
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND NOT (startsWith(coin, '@') OR position(coin, '/') > 0)
      GROUP BY coin, toDate(time)
      HAVING sum(closed_pnl) != 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'fee', CAST(coin, 'String'), 'fees of the day', toDecimal256(-sum(fills.fee), 22),
        CAST(fills.fee_token, 'String'), toDecimal256(0, 22), toDecimal256(0, 22), '', '', 1, ''
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND NOT (startsWith(coin, '@') OR position(coin, '/') > 0)
      GROUP BY coin, fills.fee_token, toDate(time)
      HAVING sum(fills.fee) != 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'funding', CAST(coin, 'String'), 'funding of the day', toDecimal256(sum(usdc), 22), '',
        toDecimal256(0, 22), toDecimal256(0, 22), '', '', 2, ''
      FROM ${fundingPayments('wallet = {wallet:Wallet} AND wallet_funding.time >= {firstDay:TimeMs} AND wallet_funding.time < {lastDay:TimeMs}')}
      WHERE hour >= {from:TimeMs} AND hour < {until:TimeMs}
      GROUP BY coin, toDate(hour)
      HAVING sum(usdc) != 0
      UNION ALL
      SELECT toUnixTimestamp64Milli(time), multiIf(class IN ('reward', 'cost'), class, class = 'unknown', 'missing', class = 'own', 'own', 'transfer'), '',
        CAST(ledger_updates.kind, 'String'), toDecimal256(ledger_updates.amount, 22), CAST(ledger_updates.token, 'String'), toDecimal256(0, 22),
        toDecimal256(fee_usd, 22), if(fee_usd = 0, '', 'USDC'), if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))), 3,
        if(ledger_updates.kind = 'borrowLend' OR NOT is_fee_valued, ledger_updates.raw, '')
      FROM ledger_updates FINAL
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs}
        AND (class = 'unknown' OR ledger_updates.kind = 'borrowLend' OR fee_usd != 0 OR NOT is_fee_valued
          OR (class IN ('external', 'transfer', 'vault', 'reward', 'cost') AND ledger_updates.amount != 0)))
    ORDER BY at_ms, seq, kind DESC, name, amount
    LIMIT ${taxRowsLimit + 1}`,
});

const pairs = query({
  name: 'tax_markets',
  params: { coins: 'Array(String)' },
  row: Type.Object({ coin: Type.String(), symbol: Type.String(), collateral: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT coin, argMax(listed_markets.symbol, time) AS symbol, argMax(CAST(listed_markets.collateral, 'String'), time) AS collateral
    FROM listed_markets WHERE coin IN {coins:Array(String)} GROUP BY coin`,
});

/** Base and quote tokens of spot pairs, from the fees of the wallet's own fills: a purchase pays in the base, a sale in the quote. */
const paidTokens = query({
  name: 'tax_tokens',
  params: { wallet: 'Wallet', coins: 'Array(String)' },
  row: Type.Object({ coin: Type.String(), symbol: Type.String(), collateral: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT CAST(name, 'String') AS coin, if(quote = '', 'USDC', quote) AS collateral, concat(if(base = '', coin, base), '/', collateral) AS symbol
    FROM (
      SELECT fills.coin AS name, argMaxIf(CAST(fee_token, 'String'), time, fee != 0 AND (side = 'B') = (fee > 0) AND fee_token NOT IN ('', 'USDC')) AS base,
        argMaxIf(CAST(fee_token, 'String'), time, fee != 0 AND (side = 'A') = (fee > 0)) AS quote
      FROM fills WHERE wallet = {wallet:Wallet} AND fills.coin IN {coins:Array(String)} GROUP BY name)`,
});

/** A line of a tax program's CSV (`src/operate/operations/tax-lines.ts`): amounts without sign, empty if nothing moves. */
export interface TaxMove {
  atMs: number;
  /** `missing` and `notice` name a gap of the file; `missing` if a gain depends on it. */
  kind: 'trade' | 'pnl' | 'fee' | 'funding' | 'transfer' | 'reward' | 'cost' | 'missing' | 'notice';
  received: string;
  receivedToken: string;
  sent: string;
  sentToken: string;
  fee: string;
  feeToken: string;
  description: string;
  hash: string;
}

/**
 * A wallet's transactions, oldest first: spot trades and their rebates; closed PnL, fees and funding of all else by coin and UTC day;
 * its ledger entries, except moves between its own accounts, which change no holding; interest of lending. Amounts are exact, in their own
 * tokens. An unlisted spot pair gets its name from the tokens of its fees. Unknown amounts have rows of their own.
 *
 * @returns more than {@link taxRowsLimit} rows if there are more
 * @throws AnalyticsError
 */
export async function readTaxRows(
  analytics: Pick<AnalyticsStore, 'rows'>,
  span: { wallet: string; fromMs: number; untilMs: number },
  signal: AbortSignal,
): Promise<TaxMove[]> {
  const { wallet, fromMs: from, untilMs: until } = span;
  const days = { firstDay: utcDayStartMs(from), lastDay: utcDayStartMs(until - 1) + dayMs };
  const [rows, missing] = await Promise.all([
    analytics.rows(moves, { wallet, from, until, ...days }, { signal }),
    missingRows(analytics, span, signal),
  ]);
  const coins = [...new Set(rows.map(({ coin }) => coin).filter((coin) => coin !== ''))];
  const listed = coins.length === 0 ? [] : await analytics.rows(pairs, { coins }, { signal });
  const unlisted = coins.filter((coin) => coin.startsWith('@') && listed.every((one) => one.coin !== coin));
  const named =
    unlisted.length === 0 ? [] : await analytics.rows(paidTokens, { wallet, coins: unlisted }, { signal });
  const markets = new Map([...listed, ...named].map((market) => [market.coin, market]));
  const known = rows.flatMap((row) => movesOf(row, markets.get(row.coin), wallet));
  return [...known, ...missing].sort((a, b) => a.atMs - b.atMs);
}

type Row = RowOf<typeof moves>;

function movesOf(row: Row, market: RowOf<typeof pairs> | undefined, wallet: string): TaxMove[] {
  const common = { atMs: Number(row.at), hash: row.hash };
  if (row.kind === 'missing')
    return [
      { ...noMove, ...common, kind: 'missing', description: `update of a type without a rule: ${row.note}` },
    ];
  const extra = ownMoves(row, wallet).map(({ class: kind, token, amount }) => ({
    ...noMove,
    ...common,
    kind,
    description: row.note,
    ...(kind === 'reward' ? { received: amount, receivedToken: token } : { sent: amount, sentToken: token }),
  }));
  // A move between the wallet's own accounts only costs its fee.
  const isOwn = row.kind === 'own';
  if (isOwn && unsigned(row.fee) === '0') return extra;
  const moved = isOwn ? { ...row, kind: 'cost', amount: `-${row.fee}`, token: 'USDC', fee: '0' } : row;
  return [moveOf(moved, market), ...extra];
}

const noMove = { received: '', receivedToken: '', sent: '', sentToken: '', fee: '', feeToken: '' };

function ownMoves({ raw, note }: Row, wallet: string): TokenMove[] {
  if (raw === '') return [];
  const reading = readLedgerFields(note, JSON.parse(raw));
  return typeof reading === 'string' || reading.delta === undefined
    ? []
    : ownTokenMoves(wallet, reading.delta);
}

function moveOf(row: Row, market: RowOf<typeof pairs> | undefined): TaxMove {
  const [base, quote = 'USDC'] = (market?.symbol ?? row.coin).split('/') as [string, string?];
  const isTrade = row.kind === 'trade';
  const token = isTrade ? base : row.token || market?.collateral || 'USDC';
  const gets = !row.amount.startsWith('-');
  const moved = unsigned(row.amount);
  const counter = isTrade ? unsigned(row.counter) : '';
  // A rebate is not a fee; it has a row of its own.
  const isPaid = !row.fee.startsWith('-') && unsigned(row.fee) !== '0';
  return {
    atMs: Number(row.at),
    kind: row.kind as TaxMove['kind'],
    received: gets ? moved : counter,
    receivedToken: gets ? token : isTrade ? quote : '',
    sent: gets ? counter : moved,
    sentToken: gets ? (isTrade ? quote : '') : token,
    ...(isPaid ? { fee: unsigned(row.fee), feeToken: row.fee_token } : { fee: '', feeToken: '' }),
    description: `${row.note} ${row.coin}`.trim(),
    hash: row.hash,
  };
}

/** A row for each span in which a part of the wallet's profit is unknown, by the rule of `GET /pulse/trader/{address}/pnl`. */
async function missingRows(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { wallet, fromMs, untilMs }: { wallet: string; fromMs: number; untilMs: number },
  signal: AbortSignal,
): Promise<TaxMove[]> {
  const length = (untilMs - fromMs) / dayMs;
  const interval = pnlIntervals.find((one) => length <= pnlReachDays[one]) ?? 'week';
  const bounds = pnlBounds(interval, { fromMs, toMs: untilMs }, untilMs);
  const profit = await readPnl(analytics, { wallet, interval, bounds, nowMs: untilMs }, signal);
  const spans = new Map<PnlReason, HalfOpenSpan[]>();
  for (const point of profit?.points ?? []) {
    const own = [point.realizedPnl, point.fees, point.funding, point.netDeposits];
    // Amounts without a USD value are listed in their own token.
    for (const reason of new Set(own.filter((amount) => typeof amount === 'string')))
      if (reason !== 'unvalued-transfer') spans.set(reason, [...(spans.get(reason) ?? []), point]);
  }
  const notices: PnlReason[] = ['flows-not-read'];
  // The store has only ledgers, and no entry shows that the wallet trades.
  if (profit?.hasRecord === false && profit.sinceMs === Infinity) notices.push('before-record');
  return [...spans].flatMap(([reason, parts]) =>
    unionOf(parts).map((part) => {
      const from = Math.max(part.fromMs, fromMs);
      const when = `${rfc3339(from).slice(0, 16)}Z to ${rfc3339(Math.min(part.untilMs, untilMs)).slice(0, 16)}Z`;
      const kind = notices.includes(reason) ? ('notice' as const) : ('missing' as const);
      return {
        ...noMove,
        atMs: from,
        kind,
        description: `${pnlReasons[reason]} (${reason}), ${when}`,
        hash: '',
      };
    }),
  );
}

/** Without sign and trailing zeros. */
function unsigned(text: string): string {
  const plain = text.replace(/^-/, '');
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}
