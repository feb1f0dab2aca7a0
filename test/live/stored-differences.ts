import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';

type Rows = Pick<AnalyticsStore, 'rows'>;

const limits = { maxRows: 5_000_000, deadlineMs: 60_000 };
const asText = (sql: string) =>
  query({
    name: 'stored_rows',
    params: { from: 'TimeMs', until: 'TimeMs' },
    row: Type.Object({ text: Type.String() }),
    sql: `SELECT toString(tuple(*)) AS text FROM (${sql})`,
    limits,
  });

/**
 * Contents that two stores of the same exchange must share, however often their processes were killed. Excluded are observation times, and
 * data published only at their moment: minute contexts and books, hourly positions.
 */
const alike = Object.entries({
  fills: `
    SELECT * REPLACE (hex(wallet) AS wallet, hex(hash) AS hash, hex(cloid) AS cloid, hex(builder) AS builder,
      hex(liquidated_user) AS liquidated_user) FROM fills`,
  liquidations: `
    SELECT hex(wallet), coin, time, tid, oid, hex(liquidated_user), liquidation_mark_px, liquidation_method
    FROM fills WHERE liquidation_method != ''`,
  positions: 'SELECT * REPLACE (hex(wallet) AS wallet) FROM positions FINAL WHERE szi != 0',
  accounts: `
    SELECT * EXCEPT time REPLACE (hex(wallet) AS wallet) FROM accounts FINAL`,
  'wallet funding': 'SELECT * REPLACE (hex(wallet) AS wallet) FROM wallet_funding FINAL',
  'market funding': 'SELECT * FROM market_funding FINAL',
  // Minutes come by the feed, which omits minutes without a trade. A start that is killed at once reads no past minutes; the last minutes
  // arrive in a burst and are stored when the next minute begins.
  candles: `
    SELECT * FROM candles FINAL
    WHERE interval != '1m' OR (trades > 0 AND open_time >= {from:TimeMs} AND open_time < {until:TimeMs})`,
  outcomes: 'SELECT * EXCEPT time FROM outcomes FINAL',
  questions: 'SELECT * EXCEPT time FROM outcome_questions FINAL',
  settlements: 'SELECT * EXCEPT time FROM outcome_settlements FINAL',
  roles:
    'SELECT * EXCEPT time REPLACE (hex(wallet) AS wallet, hex(master) AS master) FROM wallet_roles FINAL',
  'sub-accounts': `
    SELECT * EXCEPT time REPLACE (hex(wallet) AS wallet, hex(master) AS master) FROM sub_accounts FINAL`,
  wallets: 'SELECT hex(wallet), fills_to, funding_to FROM tracked_wallets FINAL',
  'gaps of fills': `
    SELECT * EXCEPT (seen, changed) REPLACE (hex(wallet) AS wallet) FROM coverage FINAL WHERE feed = 'fills' AND is_gap`,
  quarantine: 'SELECT * FROM quarantine FINAL',
}).map(([what, sql]) => ({ what, stored: asText(sql) }));

const storedTrades = query({
  name: 'stored_trades',
  params: { from: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), at: Type.String(), text: Type.String() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp64Milli(time)) AS at,
      toString(tuple(coin, time, tid, side, px, sz, hex(hash), hex(buyer), hex(seller))) AS text
    FROM trades FINAL WHERE time >= {from:TimeMs}`,
  limits,
});
const tradeGaps = query({
  name: 'trade_gaps',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp64Milli(from_time)) AS from, toString(toUnixTimestamp64Milli(to_time)) AS to
    FROM coverage FINAL WHERE feed = 'trades' AND state IN ('open', 'lost')`,
  limits,
});

/**
 * Differences of a killed process's store from a clean one; empty if they are equal.
 * @param range seen by both, unix milliseconds; of earlier trades, each store has those it received
 */
export async function storedDifferences(
  clean: Rows,
  killed: Rows,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<string[]> {
  const range = { from: fromMs, until: untilMs };
  const found: string[] = [];
  for (const { what, stored } of alike) {
    const [expected, got] = await Promise.all([clean.rows(stored, range), killed.rows(stored, range)]);
    found.push(
      ...difference(
        what,
        expected.map(({ text }) => text),
        got.map(({ text }) => text),
      ),
    );
  }
  return [...found, ...(await tradeDifferences(clean, killed, fromMs))];
}

function difference(what: string, expected: readonly string[], got: readonly string[]): string[] {
  const [left, right] = [new Set(expected), new Set(got)];
  const missing = expected.filter((row) => !right.has(row));
  const more = got.filter((row) => !left.has(row));
  if (missing.length + more.length === 0 && expected.length === got.length) return [];
  const rows = `${got.length} rows of ${expected.length}`;
  return [
    `${what}: ${rows}; ${missing.length} missing, such as ${missing[0]}; ${more.length} more, such as ${more[0]}`,
  ];
}

/** Trades only in the clean store must lie in a gap of the other. A gap must have such trades, and no stored ones. */
async function tradeDifferences(clean: Rows, killed: Rows, from: number): Promise<string[]> {
  const [all, some] = await Promise.all([
    clean.rows(storedTrades, { from }),
    killed.rows(storedTrades, { from }),
  ]);
  const gaps = await killed.rows(tradeGaps, {});
  const [known, stored] = [new Set(all.map(({ text }) => text)), new Set(some.map(({ text }) => text))];
  const missing = all.filter(({ text }) => !stored.has(text));
  const covers = (gap: (typeof gaps)[0], { coin, at }: (typeof all)[0]) =>
    gap.coin === coin && Number(gap.from) <= Number(at) && Number(at) <= Number(gap.to);
  const found = (await clean.rows(tradeGaps, {})).map(
    (gap) => `the clean run has a gap: ${JSON.stringify(gap)}`,
  );
  const never = some.filter(({ text }) => !known.has(text));
  if (never.length > 0) found.push(`${never.length} trades more, such as ${never[0]!.text}`);
  const lost = missing.filter((trade) => !gaps.some((gap) => covers(gap, trade)));
  if (lost.length > 0) found.push(`${lost.length} trades are missing, such as ${lost[0]!.text}`);
  const made = Map.groupBy(all, ({ coin }) => coin);
  for (const gap of gaps) {
    const { coin, from: fromMs, to } = gap;
    const within = (made.get(coin) ?? []).filter(
      ({ at }) => Number(fromMs) < Number(at) && Number(at) < Number(to),
    );
    // Without trades in the gap, the answer began with the very next trade; that cannot be verified.
    const isLost = within.length === 0 || missing.some((trade) => covers(gap, trade));
    if (!isLost) found.push(`a gap without a loss: ${JSON.stringify(gap)}`);
    const kept = within.filter(({ text }) => stored.has(text));
    if (kept.length > 0) found.push(`${kept.length} stored trades are in the gap ${JSON.stringify(gap)}`);
  }
  return found;
}
