/** What every page says about waiting, failing and emptiness. */
export const words = {
  unreachable: 'Try again once the server is back.',
  away: (since: string) =>
    `The server has not been reached since ${since}. Figures are from then; a new try is made every two seconds.`,
  pageAway:
    'This page is not loaded yet: the server cannot be reached. It loads by itself once the server is back.',
  lookElsewhere: 'Search by the field above (press /), or start from:',
  noKey: 'Looking around needs a key here: sign in, or ask the operator of this service.',
  tierTooLow: 'This takes a higher plan.',
  limited: (seconds: number | undefined) =>
    seconds === undefined ? 'Wait a moment.' : `It is tried again in ${seconds} s.`,
  overloaded: 'It is tried again shortly.',
  broken: 'The operator of this service can find it by the request id.',
  pageFailed: 'This page could not be shown.',
  notFound: 'There is no such page.',
  noData: 'No data yet: nothing was stored that this is made of.',
} as const;
