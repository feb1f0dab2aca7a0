/** What every page says about waiting, failing and emptiness. */
export const words = {
  unreachable: 'Try again once the server is back.',
  away: (since: string) =>
    `The server has not been reached since ${since}. Figures are from then; a new try is made every two seconds.`,
  pageAway:
    'This page is not loaded yet: the server cannot be reached. It loads by itself once the server is back.',
  lookElsewhere: 'Search by the field above (press /), or start from:',
  noKey: 'These pages need an account: sign in, or ask the operator of this service.',
  tierTooLow: 'This needs a higher plan.',
  limited: (seconds: number | undefined) =>
    seconds === undefined ? 'Wait a moment.' : `Next try in ${seconds} s.`,
  overloaded: 'The next try follows shortly.',
  broken: 'The operator of this service can find it by the request id.',
  pageFailed: 'This page could not be shown.',
  notFound: 'Page not found.',
  noData: 'No data yet.',
} as const;
