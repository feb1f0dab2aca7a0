import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import { rowFields } from '../../analytics/row-fields.ts';
import { orderChain } from '../../domain/chain-order.ts';
import { chainRulesOf } from '../../domain/chain-rules.ts';
import { isSpotPair } from '../../domain/coin-name.ts';
import { createChainFold, type FillShare, type LifecycleFill } from '../../domain/lifecycle.ts';
import { lifecycleIds } from '../../domain/lifecycle-id.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { nearestNumber } from '../../kernel/nearest-number.ts';
import { notFound } from '../../kernel/problem.ts';
import { fillColumns, readFill } from '../../lifecycles/fill-moments.ts';
import { readProgress } from '../../lifecycles/progress.ts';
import { pairsOf } from '../../lifecycles/token-chains.ts';
import { firstStandInTid } from '../../wire/fill-tid.ts';
import { dateTime, double, flag, int64, list, text, timeMs, walletAddress } from '../bodies/fields.ts';
import { lifecycleRow } from '../bodies/lifecycle-row.ts';
import { endpoint } from '../endpoint.ts';
import { lifecycleId } from '../params/names.ts';
import {
  lifecycleColumns,
  lifecycleExample,
  lifecycleFields,
  lifecycleHidden,
  lifecycleMeaning,
} from '../queries/lifecycle-columns.ts';
import { withNetPnl } from '../queries/lifecycle-funding.ts';
import { bodySchema, optional } from '../schema.ts';

/** Maximum fills of an answer: some ten megabytes of JSON. */
const mostFills = 50_000;

const lifecycleFill = bodySchema('LifecycleFill', {
  tradeTime: dateTime('Time of the fill.'),
  rawTime: timeMs('Time of the fill'),
  tid: int64("The exchange's trade id; 0 without one."),
  hash: optional(text('Transaction of the aggressing action.')),
  side: text('B for a buy, A for a sell.'),
  px: double('USD.'),
  sz: double('Size of the whole fill.'),
  fee: double('Fee of the whole fill, USD; negative for a rebate.'),
  builderFee: double('Builder fee of the whole fill, USD.'),
  pnl: double('As attributedPnl.'),
  rawClosedPnl: double("The exchange's figure for the fill, USD."),
  attributedSize: double('Part of the size in this lifecycle.'),
  attributedPnl: double(
    'Part of the closed PnL in this lifecycle: all of it, or 0 if the fill also closed the previous lifecycle.',
  ),
  attributedFee: double('Part of the fee in this lifecycle, by size.'),
  attributedBuilderFee: double('Part of the builder fee in this lifecycle, by size.'),
  attributionAvailable: flag(
    'False in spot lifecycles with a part that was not bought in fills: its cost is unknown, and the PnL is the exchange’s figure.',
  ),
});

const lifecycleDetail = bodySchema('LifecycleDetailBody', {
  address: walletAddress(),
  lifecycle: lifecycleRow,
  fillPnlBasis: text('closedPnl if every fill belongs to it in full, split if one crossed zero.'),
  fills: list(lifecycleFill),
});

const hidden = { ...lifecycleHidden, address: 'text', last_ms: 'timeMs' } as const;
const { row: storedRow, bodyOf } = rowFields(lifecycleRow, lifecycleFields, hidden);

// Two wallets may share an id, which then selects the lifecycle that opened later. An id from an earlier version still
// selects the lifecycle with that opening.
const byId = query({
  name: 'pulse_lifecycle',
  params: { id: 'UInt64' },
  row: storedRow,
  sql: `
    SELECT ${lifecycleColumns}, concat('0x', lower(hex(wallet))) AS address, toUnixTimestamp64Milli(last) AS last_ms
    FROM lifecycles FINAL
    WHERE (wallet, coin, opened) IN (SELECT wallet, coin, opened FROM lifecycle_ids WHERE id = {id:UInt64})
      AND NOT deleted
    ORDER BY id = {id:UInt64} DESC, opened DESC, wallet, num LIMIT 1`,
});

const fillsOfChain = query({
  name: 'pulse_lifecycle_fills',
  params: { wallet: 'Wallet', coins: 'Array(String)', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({}),
  limits: { maxRows: mostFills },
  sql: `
    SELECT ${fillColumns}, hash FROM fills
    WHERE wallet = {wallet:Wallet} AND coin IN (SELECT arrayJoin({coins:Array(String)})) AND time >= {from:TimeMs} AND time <= {to:TimeMs}
    ORDER BY time, seq
    LIMIT ${mostFills}`,
});

export const lifecycle = endpoint({
  id: 'pulse.lifecycle',
  path: '/api/public/v1/pulse/lifecycle/{id}',
  summary: 'One position lifecycle and its fills',
  description:
    `The lifecycle and its fills in the order in which they happened, at most the first ${mostFills.toLocaleString('en')}. Each fill has ` +
    `the exchange’s own figures and the part that belongs to the lifecycle: the attributed values add up to those of the lifecycle. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  params: { id: lifecycleId() },
  response: lifecycleDetail,
  errors: [404],
  example: {
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    lifecycle: lifecycleExample,
    fillPnlBasis: 'closedPnl',
    fills: [
      {
        tradeTime: '2026-01-15T13:02:40.119Z',
        rawTime: 1_768_482_160_119,
        tid: 441_413_449_625,
        side: 'A',
        px: 97_100,
        sz: 12.5,
        fee: 421.25,
        builderFee: 0,
        pnl: 10_625,
        rawClosedPnl: 10_625,
        attributedSize: 12.5,
        attributedPnl: 10_625,
        attributedFee: 421.25,
        attributedBuilderFee: 0,
        attributionAvailable: true,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const [row] = (await sources.analytics.rows(byId, { id: params.id }, { signal })) as {
      address: string;
      last_ms: string;
    }[];
    if (row === undefined) throw notFound(`There is no lifecycle with the id ${params.id}.`);
    const [body] = await withNetPnl(
      sources.analytics,
      { wallet: row.address, rows: [bodyOf(row)], clock },
      signal,
    );
    const { coin, openedAtRaw } = body!;
    const progress = isSpotPair(coin) ? await readProgress(sources.analytics) : undefined;
    const coins = progress === undefined ? [coin] : pairsOf(progress.tokens, coin);
    const chain = { wallet: row.address, coins, from: openedAtRaw, to: Number(row.last_ms) };
    const bytes = await sources.analytics.bytes(fillsOfChain, chain, { signal });
    const shares = sharesOf(bytes, { id: params.id, wallet: row.address, coin });
    return {
      body: {
        address: row.address,
        lifecycle: body!,
        fillPnlBasis: shares.some(({ share }) => share.isSplit) ? 'split' : 'closedPnl',
        fills: shares.map((shared) => fillBody(shared, !(isSpotPair(coin) && body!.openedBeforeWindow))),
      },
    };
  },
});

function fillBody(
  { fill, hash, share }: SharedFill,
  attributionAvailable: boolean,
): Static<typeof lifecycleFill> {
  return {
    tradeTime: rfc3339(fill.timeMs),
    rawTime: fill.timeMs,
    tid: fill.tid < firstStandInTid ? fill.tid : 0,
    hash,
    ...wholeFill(fill),
    pnl: nearestNumber(share.pnl, 12),
    rawClosedPnl: nearestNumber(fill.closedPnl, 12),
    attributedSize: nearestNumber(share.size, 12),
    attributedPnl: nearestNumber(share.pnl, 12),
    attributedFee: nearestNumber(share.fee, 22),
    attributedBuilderFee: nearestNumber(share.builderFee, 22),
    attributionAvailable,
  };
}

function wholeFill({ isBuy, px, sz, fee, builderFee }: LifecycleFill) {
  return {
    side: isBuy ? 'B' : 'A',
    px: nearestNumber(px, 10),
    sz: nearestNumber(sz, 12),
    fee: nearestNumber(fee, 22),
    builderFee: nearestNumber(builderFee, 22),
  };
}

/** A fill with its share in one lifecycle. Amounts as in {@link LifecycleFill}. */
interface SharedFill {
  fill: LifecycleFill;
  /** `0x` and 64 hex digits. */
  hash: string;
  share: FillShare;
}

/**
 * The fills of one lifecycle in the order of execution.
 *
 * @param bytes the chain's fills (`fillColumns`, then the hash) from the lifecycle's opening to its newest fill, by time and seq
 */
function sharesOf(
  bytes: Uint8Array,
  { id, wallet, coin }: { id: number; wallet: string; coin: string },
): SharedFill[] {
  const rows = readRowBinary(bytes);
  const fills: (LifecycleFill & { hash: string })[] = [];
  while (!rows.done) {
    rows.wallet();
    rows.text();
    const fill = readFill(rows);
    const hash = `0x${Buffer.from(bytes.subarray(rows.at, rows.at + 32)).toString('hex')}`;
    rows.at += 32;
    fills.push({ ...fill, hash });
  }
  orderChain(fills);
  const shared: SharedFill[] = [];
  const fold = createChainFold({
    rules: chainRulesOf(coin),
    idOf: lifecycleIds(wallet, coin),
    onClosed: () => undefined,
    onShare(lifecycle, fill, share) {
      if (lifecycle.id === id) shared.push({ fill, hash: (fill as (typeof fills)[number]).hash, share });
    },
  });
  for (const fill of fills) fold.add(fill);
  return shared;
}
