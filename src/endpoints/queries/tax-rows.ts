import { Type } from 'typebox';
import { fundingPayments } from '../../analytics/funding-sql.ts';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { dayMs, utcDayStartMs } from '../../kernel/clock.ts';

/** The most transactions of one answer. */
export const taxRowsLimit = 200_000;

/** A movement of one wallet: signed amounts of one or two tokens. */
const moves = query({
  name: 'tax_moves',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs', firstDay: 'TimeMs', lastDay: 'TimeMs' },
  row: Type.Object({
    ...{ at: Type.String(), kind: Type.String(), coin: Type.String(), note: Type.String() },
    ...{ amount: Type.String(), token: Type.String(), counter: Type.String() },
    ...{ fee: Type.String(), fee_token: Type.String(), hash: Type.String() },
  }),
  limits: { deadlineMs: 60_000, maxRows: taxRowsLimit + 1 },
  sql: `
    SELECT toString(at_ms) AS at, kind, name AS coin, note, toString(amount) AS amount, token, toString(counter) AS counter,
      toString(fee) AS fee, fee_token, hash
    FROM (
      SELECT toUnixTimestamp64Milli(time) AS at_ms, 'trade' AS kind, CAST(coin, 'String') AS name, CAST(dir, 'String') AS note,
        toDecimal256(if(side = 'B', sz, -sz), 22) AS amount, '' AS token, toDecimal256(if(side = 'B', -px * sz, px * sz), 22) AS counter,
        toDecimal256(fills.fee, 22) AS fee, CAST(fills.fee_token, 'String') AS fee_token,
        if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))) AS hash, seq
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND (startsWith(coin, '@') OR position(coin, '/') > 0)
      UNION ALL
      SELECT toUnixTimestamp64Milli(time), 'fee', CAST(coin, 'String'), 'rebate', toDecimal256(-fills.fee, 22), CAST(fills.fee_token, 'String'),
        toDecimal256(0, 22), toDecimal256(0, 22), '', if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))), seq
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND (startsWith(coin, '@') OR position(coin, '/') > 0)
        AND fills.fee < 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'pnl', CAST(coin, 'String'), 'closed PnL of the day', toDecimal256(sum(closed_pnl), 22), '',
        toDecimal256(0, 22), toDecimal256(0, 22), '', '', 0
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND NOT (startsWith(coin, '@') OR position(coin, '/') > 0)
      GROUP BY coin, toDate(time)
      HAVING sum(closed_pnl) != 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'fee', CAST(coin, 'String'), 'fees of the day', toDecimal256(-sum(fills.fee), 22),
        CAST(fills.fee_token, 'String'), toDecimal256(0, 22), toDecimal256(0, 22), '', '', 1
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs} AND NOT (startsWith(coin, '@') OR position(coin, '/') > 0)
      GROUP BY coin, fills.fee_token, toDate(time)
      HAVING sum(fills.fee) != 0
      UNION ALL
      SELECT max(toUnixTimestamp64Milli(time)), 'funding', CAST(coin, 'String'), 'funding of the day', toDecimal256(sum(usdc), 22), '',
        toDecimal256(0, 22), toDecimal256(0, 22), '', '', 2
      FROM ${fundingPayments('wallet = {wallet:Wallet} AND wallet_funding.time >= {firstDay:TimeMs} AND wallet_funding.time < {lastDay:TimeMs}')}
      WHERE hour >= {from:TimeMs} AND hour < {until:TimeMs}
      GROUP BY coin, toDate(hour)
      HAVING sum(usdc) != 0
      UNION ALL
      SELECT toUnixTimestamp64Milli(time), multiIf(class IN ('reward', 'cost'), class, 'transfer'), '', CAST(ledger_updates.kind, 'String'), toDecimal256(ledger_updates.amount, 22),
        CAST(ledger_updates.token, 'String'), toDecimal256(0, 22), toDecimal256(fee_usd, 22), if(fee_usd = 0, '', 'USDC'),
        if(hash = toFixedString('', 32), '', concat('0x', lower(hex(hash)))), 3
      FROM ledger_updates FINAL
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs}
        AND class IN ('external', 'transfer', 'vault', 'reward', 'cost') AND ledger_updates.amount != 0)
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

/** As in the CSV of a tax program (`src/operate/operations/tax-lines.ts`): amounts without sign, empty where nothing moves. */
interface TaxMove {
  atMs: number;
  kind: 'trade' | 'pnl' | 'fee' | 'funding' | 'transfer' | 'reward' | 'cost';
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
 * A wallet's transactions, oldest first: spot trades and their rebates, and closed PnL, fees and funding of all else by coin and UTC day, and what its ledger
 * has but moves to and from its own staking account, which change no holding. Amounts are exact, in their own tokens; where no listing names a spot pair's tokens, its base is the pair's name and its quote USDC.
 *
 * @returns more than {@link taxRowsLimit} where there are more
 * @throws AnalyticsError
 */
export async function readTaxRows(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { wallet, fromMs: from, untilMs: until }: { wallet: string; fromMs: number; untilMs: number },
  signal: AbortSignal,
): Promise<TaxMove[]> {
  const days = { firstDay: utcDayStartMs(from), lastDay: utcDayStartMs(until - 1) + dayMs };
  const rows = await analytics.rows(moves, { wallet, from, until, ...days }, { signal });
  const coins = [...new Set(rows.map(({ coin }) => coin).filter((coin) => coin !== ''))];
  const listed = coins.length === 0 ? [] : await analytics.rows(pairs, { coins }, { signal });
  const markets = new Map(listed.map((market) => [market.coin, market]));
  return rows.map((row) => {
    const market = markets.get(row.coin);
    const [base, quote = 'USDC'] = (market?.symbol ?? row.coin).split('/') as [string, string?];
    const isTrade = row.kind === 'trade';
    const token = isTrade ? base : row.token || market?.collateral || 'USDC';
    const gets = !row.amount.startsWith('-');
    const moved = unsigned(row.amount);
    const counter = isTrade ? unsigned(row.counter) : '';
    // A rebate is no fee to pay: it has a row of its own.
    const isPaid = !row.fee.startsWith('-') && unsigned(row.fee) !== '0';
    return {
      ...{ atMs: Number(row.at), kind: row.kind as TaxMove['kind'] },
      received: gets ? moved : counter,
      receivedToken: gets ? token : isTrade ? quote : '',
      sent: gets ? counter : moved,
      sentToken: gets ? (isTrade ? quote : '') : token,
      ...(isPaid ? { fee: unsigned(row.fee), feeToken: row.fee_token } : { fee: '', feeToken: '' }),
      ...{ description: `${row.note} ${row.coin}`.trim(), hash: row.hash },
    };
  });
}

/** Without sign, and without zeros at its end. */
function unsigned(text: string): string {
  const plain = text.replace(/^-/, '');
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}
