/** Words of the list of markets. */
export const words = {
  title: 'Market',
  intro: 'Every listed market. Positions are those of all wallets in the record.',
  markets: 'Markets',
  none: 'No markets are listed: the source of market data is off, or has not answered yet.',
  noMatch: 'No market has this name.',
  filter: 'Filter by name',
  allDexes: 'All dexes',
  openInterest: 'Open interest, all coins',
  longShort: 'Net bias of all positions',
  liquidations: 'Liquidated notional by hour',
  noHistory: 'Points are kept by the hour; the first comes at the end of the first whole hour.',
  noLiquidations: 'No liquidations in the last seven days.',
  crowded: 'Crowded coins',
  noPositions: 'No open positions are known yet.',
} as const;
