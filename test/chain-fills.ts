import { type FillDraft, seededNumbers, walletOf } from './source-fills.ts';

/**
 * Both sides of trades whose start positions continue each other, with flips, several fills in a millisecond, liquidations,
 * takeovers and builder fees. Closed PnL is that of the average entry, cut to cents.
 *
 * @param options.missing the fills of each thousand that are left out
 */
export function chainFills(options: {
  seed: number;
  trades: number;
  wallets: number;
  coins: readonly string[];
  fromMs: number;
  stepMs: number;
  missing?: number;
}): FillDraft[] {
  const { trades, wallets, coins, fromMs, stepMs, missing = 0 } = options;
  const below = seededNumbers(options.seed);
  const held = new Map<string, { size: number; entry: number }>();
  const fills: FillDraft[] = [];
  let timeMs = fromMs;

  function side(
    wallet: string,
    tid: number,
    trade: { coin: string; px: number; sz: number },
    isBuy: boolean,
  ): FillDraft {
    const { coin, px, sz } = trade;
    const key = `${wallet} ${coin}`;
    const { size, entry } = held.get(key) ?? { size: 0, entry: 0 };
    const end = size + (isBuy ? sz : -sz);
    const closing = size !== 0 && size > 0 !== isBuy ? Math.min(Math.abs(size), sz) : 0;
    const opening = sz - closing;
    const left = Math.abs(size) - closing;
    const pnl = closing * (px - entry) * Math.sign(size);
    held.set(key, { size: end, entry: end === 0 ? 0 : (left * entry + opening * px) / (left + opening) });
    return {
      wallet,
      coin,
      time: timeMs,
      tid,
      oid: tid * 2 + Number(isBuy),
      px: String(px),
      sz: String(sz),
      side: isBuy ? 'B' : 'A',
      startPosition: String(size),
      closedPnl: pnl.toFixed(2),
      fee: ((below(12) - 2) / 100).toFixed(2),
      ...(below(4) === 0 && { builder: walletOf(9_000), builderFee: '0.01' }),
    };
  }

  for (let tid = 1; tid <= trades; tid++) {
    // A quarter in the same millisecond as the one before.
    if (below(4) > 0) timeMs += 1 + below(stepMs * 2);
    const trade = { coin: coins[below(coins.length)]!, px: 90 + below(20), sz: 1 + below(4) };
    const taker = walletOf(1 + below(wallets));
    let maker = walletOf(1 + below(wallets));
    if (maker === taker) maker = walletOf(wallets + 1);
    const isBuy = below(2) === 0;
    const sides = [side(taker, tid, trade, isBuy), side(maker, tid, trade, !isBuy)];
    if (Number(sides[0]!.closedPnl) < 0 && below(5) === 0) {
      const method = below(3) === 0 ? 'backstop' : 'market';
      for (const fill of sides)
        fill.liquidation = { liquidatedUser: taker, markPx: String(trade.px), method };
    }
    fills.push(...sides.filter(() => below(1_000) >= missing));
  }
  return fills;
}

/** A position whose opening was not seen, closed, and another one that is open. */
export function unseenOpening(wallet: string, nowMs: number): FillDraft[] {
  const first = { wallet, coin: 'BTC', side: 'A', startPosition: '2', sz: '2', closedPnl: '30' } as const;
  const second = { wallet, coin: 'BTC', side: 'B', startPosition: '0', sz: '1' } as const;
  return [
    { ...first, time: nowMs - 5_000, tid: 9_001 },
    { ...second, time: nowMs - 4_000, tid: 9_002 },
  ];
}
