import type { LoggedFill } from '../changes/logged-fill.ts';
import { autoDeleveraging } from '../domain/fill.ts';
import { threefold } from './feed.ts';
import { decimal, integer, object, schemaAt, text, timeMs, wallet } from './schema.ts';

/**
 * One element per liquidation trade: the fill of the liquidated wallet, or the counterparty's if the source has only that one. Names the
 * liquidator if both fills exist and the method is not `market`.
 */
function liquidationElements(fills: readonly LoggedFill[]): string[] {
  const trades = Map.groupBy(fills, ({ tid, coin, wallet }) => (tid === 0 ? `${coin} ${wallet}` : `${tid}`));
  return [...trades.values()].flatMap((sides) => {
    const isOwn = ({ wallet, liquidation }: LoggedFill) => liquidation?.liquidatedUser === wallet;
    const own = sides.find(isOwn);
    // An auto-deleveraged wallet takes no position over, and its fill is no liquidation.
    const takers = sides.filter((one) => one !== own && one.said().dir !== autoDeleveraging);
    if (own === undefined && takers.length === 0) return [];
    const { timeMs, coin, tid, liquidation, wallet } = own ?? takers[0]!;
    const { liquidatedUser, markPx, method, side, px, sz, hash, closedPnl } = liquidation!;
    const other = own === undefined ? wallet : takers[0]?.wallet;
    const liquidator = method === 'market' ? undefined : other;
    return JSON.stringify({
      time: timeMs,
      liquidatedUser: liquidatedUser ?? null,
      ...(liquidator && { liquidator }),
      coin,
      // With only the counterparty's fill, the side of the liquidated wallet is the opposite.
      side: own === undefined ? (side === 'B' ? 'A' : 'B') : side,
      px,
      sz,
      ...(markPx && { markPx }),
      method,
      hash,
      tid,
      ...(own !== undefined && { closedPnl }),
    });
  });
}

/** Keeps liquidations of the named wallets; drops those where they are the counterparty. */
function ownLiquidations(fills: readonly LoggedFill[]): string[] {
  const isOwn = ({ wallet, liquidation }: LoggedFill) =>
    liquidation!.liquidatedUser === undefined || liquidation!.liquidatedUser === wallet;
  return liquidationElements(fills.filter(isOwn));
}

export const liquidationFeeds = threefold(
  'liquidations',
  ['pro', 'pro', 'pro'],
  {
    kind: 'liquidation',
    elements: liquidationElements,
    summary: 'One element for each trade of a liquidation',
    data: schemaAt('Liquidation'),
    schemas: {
      Liquidation: object(
        {
          time: timeMs,
          liquidatedUser: { type: ['string', 'null'] },
          liquidator: wallet,
          coin: text(),
          side: { enum: ['B', 'A'] },
          px: decimal,
          sz: decimal,
          markPx: decimal,
          method: text(),
          hash: text(),
          tid: integer,
          closedPnl: decimal,
        },
        ['liquidator', 'markPx', 'closedPnl'],
      ),
    },
  },
  ownLiquidations,
);
