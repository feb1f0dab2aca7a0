/** Words of the list of markets. */
export const words = {
  title: 'Market',
  intro: 'Every listed market, with the positions of all wallets in the record.',
  markets: 'Markets',
  none: 'No markets yet: the source of market data is off or has not answered.',
  noMatch: 'No market has this name.',
  filter: 'Filter by name',
  allDexes: 'All dexes',
  openInterest: 'Open interest, all coins',
  longShort: 'Net bias of all positions',
  liquidations: 'Liquidations by hour',
  noHistory: 'No history yet. The first point comes at the start of the next hour.',
  noLiquidations: 'No liquidations in the last 7 days.',
  crowded: 'Crowded coins',
  noPositions: 'No open positions yet.',
} as const;
