import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { traders } from '../../boards/traders.ts';
import { dayMs, utcDate, utcDayStartMs } from '../../kernel/clock.ts';
import { scaledInteger, scaledNumber } from '../../kernel/scaled.ts';
import { double, int32, list, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { addresses } from '../params/names.ts';
import { days } from '../params/windows.ts';
import { bodySchema, nullable } from '../schema.ts';

const traderCurve = bodySchema('TraderCurve', {
  address: walletAddress(),
  values: nullable(
    Type.Array(double('Closed PnL, USD.'), {
      description:
        'Closed PnL from the start of the window to the end of each date, before fees, USD; null without indexed fills.',
    }),
  ),
});

const traderCurvesBody = bodySchema('TraderCurvesBody', {
  days: int32('UTC days of the window, today included.'),
  stepDays: int32('Days between two points.'),
  dates: list(
    Type.String({
      description: 'The UTC day (YYYY-MM-DD) that each point is the end of; first the eve, at 0.',
    }),
  ),
  curves: list(traderCurve),
});

const walletsLimit = 100;
/** Steps of a curve; with its start that makes 32 points. */
const stepsLimit = 31;
const usdDecimals = 12;

const curveSteps = query({
  name: 'trader_curve_steps',
  params: { wallets: 'Array(Wallet)', from: 'Date', to: 'Date', step: 'UInt64' },
  row: Type.Object({ address: Type.String(), ago: Type.Integer(), pnl_usd: Type.String() }),
  limits: { maxRows: walletsLimit * stepsLimit },
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, toUInt16(intDiv(dateDiff('day', day, {to:Date}), {step:UInt64})) AS ago,
      toString(sum(pnl)) AS pnl_usd
    FROM wallet_day
    WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND day >= {from:Date} AND day <= {to:Date}
    GROUP BY address, ago`,
});

export const traderCurves = endpoint({
  id: 'pulse.trader-curves',
  path: '/api/public/v1/pulse/traders/curves',
  summary: 'What many traders realized over time, a short curve each',
  description:
    `The closed PnL of up to ${walletsLimit} wallets from the start of the window on, exact sums of whole UTC days before they are made numbers; ` +
    'today is not over. At most 32 points, the same dates for all: of more than 31 days each point is a step of several. In the order of the request.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {
    addresses: addresses({
      min: 1,
      max: walletsLimit,
      description: `Up to ${walletsLimit} wallet addresses.`,
    }),
    days: days({ min: 1, max: 365, default: 30 }),
  },
  response: traderCurvesBody,
  example: {
    days: 3,
    stepDays: 1,
    dates: ['2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'],
    curves: [
      { address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789', values: [0, 0, -1250.5, 3050.25] },
      { address: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789', values: null },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const todayMs = utcDayStartMs(nowMs);
    const fromMs = todayMs - (params.days - 1) * dayMs;
    const stepDays = Math.ceil(params.days / stepsLimit);
    const steps = Math.ceil(params.days / stepDays);
    const requests = {
      wallets: params.addresses,
      from: utcDate(fromMs),
      to: utcDate(todayMs),
      step: stepDays,
    };
    const [board, rows] = await Promise.all([
      sources.boards.board(traders),
      sources.analytics.rows(curveSteps, requests, { signal }),
    ]);
    const amounts = new Map(rows.map(({ address, ago, pnl_usd }) => [`${address} ${ago}`, pnl_usd]));
    const isKnown = (address: string) => {
      const row = board.find(address);
      return row !== undefined && board.columns.allTimeTrades[row]! > 0;
    };
    const valuesOf = (address: string) => {
      let sum = 0n;
      const values = [0];
      for (let ago = steps - 1; ago >= 0; ago -= 1) {
        sum += scaledInteger(amounts.get(`${address} ${ago}`) ?? '0', usdDecimals);
        values.push(scaledNumber(sum, usdDecimals));
      }
      return values;
    };
    const ends = Array.from({ length: steps }, (_, at) => todayMs - (steps - 1 - at) * stepDays * dayMs);
    return {
      body: {
        days: params.days,
        stepDays,
        dates: [fromMs - dayMs, ...ends].map(utcDate),
        curves: params.addresses.map((address) => ({
          address,
          values: isKnown(address) ? valuesOf(address) : null,
        })),
      },
      window: { fromMs, toMs: nowMs },
    };
  },
});
