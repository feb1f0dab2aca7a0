import { builderOf } from '../builder-fills.ts';
import type { Given, PositionDraft } from '../given-facts.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
export const nowMs = Date.parse('2026-05-20T12:00:00Z');
/** A day with an edition. */
export const editionMs = Date.parse('2026-05-19T00:00:00Z');

/** Wallets by what they are known for. */
export const who = {
  winner: walletOf(1),
  loser: walletOf(2),
  steady: walletOf(3),
  victim: walletOf(4),
  holder: walletOf(5),
};
export const builder = builderOf(1);
export const outcomeId = 30;
/** Paid a share of it, and left the lists. */
export const settledId = 50;

/** Names and texts that people on the exchange could choose to run in the browsers of others. */
export const hostile = {
  outcomeId: 40,
  subAccount: '<img src=x onerror="window.attacked=1">',
  outcome: '"><script>window.attacked=2</script>',
  description: '<svg onload="window.attacked=3"> javascript:window.attacked=4',
};

const outcomeCoins = [outcomeId, hostile.outcomeId].flatMap((id) => [`#${id}0`, `#${id}1`]);

let ids = 0;
const fill = (wallet: string, time: number, more: Partial<FillDraft>): FillDraft => ({
  wallet,
  time,
  tid: ++ids,
  oid: ids,
  ...more,
});

/** A position from flat to flat that realizes so much. */
function closed(wallet: string, coin: string, closeMs: number, pnl: number): FillDraft[] {
  const open = { coin, sz: '10', side: 'B', startPosition: '0', dir: 'Open Long' } as const;
  const close = { coin, sz: '10', side: 'A', startPosition: '10', dir: 'Close Long' } as const;
  return [
    fill(wallet, closeMs - hourMs, open),
    fill(wallet, closeMs, { ...close, px: '101', closedPnl: String(pnl), fee: '1.5' }),
  ];
}

const share = (id: number, px: string, sz: string, hoursAgo: number) =>
  fill(who.holder, nowMs - hoursAgo * hourMs, { coin: `#${id}0`, px, sz, dir: 'Buy' });

const fills: FillDraft[] = [
  // The newest win, on the day of the edition, is far from those before: a story.
  ...Array.from({ length: 12 }, (_, day) =>
    closed(
      who.winner,
      day % 2 ? 'BTC' : 'ETH',
      nowMs - (day + 1) * dayMs,
      day === 0 ? 60_000 : 20_000 - day * 900,
    ),
  ).flat(),
  ...Array.from({ length: 8 }, (_, day) =>
    closed(who.loser, 'BTC', nowMs - (day + 1) * dayMs - hourMs, -9_000),
  ).flat(),
  ...Array.from({ length: 30 }, (_, i) =>
    closed(who.steady, 'ETH', nowMs - (i + 2) * 6 * hourMs, 150),
  ).flat(),
  ...Array.from({ length: 30 }, (_, i) =>
    closed(walletOf(50 + i), 'SOL', nowMs - (i + 2) * hourMs, i - 15),
  ).flat(),
  fill(who.winner, nowMs - 5 * hourMs, { coin: 'BTC', sz: '3', side: 'B', dir: 'Open Long' }),
  fill(who.victim, nowMs - 30 * hourMs, { coin: 'ETH', sz: '40', side: 'B' }),
  fill(who.victim, nowMs - 29 * hourMs, {
    coin: 'ETH',
    sz: '40',
    side: 'A',
    startPosition: '40',
    dir: 'Liquidated Cross Long',
    closedPnl: '-500',
    fee: '3',
    liquidation: { liquidatedUser: who.victim, markPx: '100', method: 'market' },
  }),
  ...[9, 2, 1].map((day) =>
    fill(walletOf(60), nowMs - day * dayMs, { coin: '@107', builder, builderFee: '4.2', fee: '4.2' }),
  ),
  share(outcomeId, '0.6', '100', 20),
  share(outcomeId, '0.7', '50', 2),
  share(hostile.outcomeId, '0.4', '10', 1),
  share(settledId, '0.35', '10', 6),
  fill(who.holder, nowMs - 4 * hourMs, {
    coin: `#${settledId}0`,
    px: '0.25',
    sz: '10',
    side: 'A',
    dir: 'Settlement',
  }),
].sort((a, b) => a.time - b.time);

const position = (wallet: string, coin: string, szi: string, liquidationPx: string): PositionDraft => ({
  wallet,
  coin,
  szi,
  entryPx: '100',
  markPx: '101',
  liquidationPx,
  time: nowMs - 60_000,
});

/** What the pages are tested on: a few hundred fills, and something of every kind. */
export const siteWorld: Given = {
  fills,
  positions: [position(who.winner, 'BTC', '3', '80'), position(who.loser, 'ETH', '-20', '130')],
  market: {
    contexts: [
      ...['BTC', 'ETH', 'SOL'].map((coin) => ({ coin, markPx: '101', openInterest: '500', time: nowMs })),
      ...outcomeCoins.map((coin) => ({ coin, markPx: '0.6', time: nowMs })),
    ],
    books: [
      {
        coin: 'BTC',
        bids: [
          ['99', '2'],
          ['98.9', '1'],
          ['98.6', '4'],
        ],
        asks: [
          ['101', '3'],
          ['101.1', '5'],
        ],
      },
      { coin: 'ETH', bids: [['99', '2']], asks: [['101', '3']] },
    ],
    candles: ['BTC', ...outcomeCoins, `#${settledId}0`].flatMap((coin) =>
      Array.from({ length: 24 }, (_, i) => ({
        coin,
        interval: '1h',
        time: nowMs - (24 - i) * hourMs,
        open: '0.5',
        high: '0.7',
        low: '0.4',
        close: '0.6',
      })),
    ),
  },
  outcomes: [
    {
      outcome: outcomeId,
      name: 'Recurring',
      description: 'class:priceBinary|underlying:BTC|expiry:20260601-0300|targetPrice:120|period:1d',
    },
    { outcome: settledId, name: 'Decrease', settleFraction: '0.25', settledMs: nowMs - 4 * hourMs },
    { outcome: hostile.outcomeId, name: hostile.outcome, description: hostile.description },
  ],
  questions: [{ question: 1, name: 'Rates in May?', description: '', settledNamedOutcomes: [settledId] }],
  subAccounts: [{ master: who.winner, wallet: walletOf(30), name: hostile.subAccount }],
};
