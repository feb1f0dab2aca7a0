/** Words of the frame around every page. */
export const words = {
  simulated: 'Simulated data: none of this happened. The exchange, its traders and their trades are made up.',
  archive: 'Nothing new is read here: the data end at',
  dataEnd: 'See their last day',
  asOf: 'As of',
  asOfMeans:
    '“today” and “now” are of that moment, where the data end or a chosen one; nothing later is shown.',
  search: 'Search wallet, coin, cohort, outcome, builder, docs',
  searchHint: 'Search (press /)',
  found: 'Search results',
  nothingFound: 'Wallet or coin not found. Enter the full 42-character address.',
  nothingInDocs: 'Nothing in the docs has these words. Try fewer of them, or the name of a field.',
  theme: 'Switch between dark and light',
  signIn: 'Sign in',
  account: 'Account',
  attribution: 'Charts by TradingView Lightweight Charts™',
  fresh: 'Age of the newest fill',
  noFills: 'no fills',
  offline: 'offline',
  away: 'The server cannot be reached',
} as const;
