/** Words of the overview. */
export const words = {
  intro: 'Who makes money on the exchange, on which coins, and what is about to be liquidated.',
  movers: 'Movers',
  liquidations: 'Liquidations of the last hour',
  noLiquidations: 'No liquidations in the last hour.',
  story: 'Story of the day',
  quiet: 'Nothing stood out: no figure of the day was far from those of the 30 days before.',
  storyOf: (date: string) => `The day of ${date}, UTC.`,
  winners: 'Top PnL today',
  losers: 'Worst PnL today',
  volume: 'Top volume today',
  noTraders: 'No trader has ten trades today yet.',
  key: 'Get a key',
  keyWhy: 'Every number here comes from an API. A key takes a minute and costs nothing:',
  noMarkets: 'No markets are listed yet: the source of market data is off, or has not answered.',
} as const;
