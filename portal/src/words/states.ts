/** Texts of every page about loading, failures and emptiness. */
export const words = {
  unreachable: 'Try again once the server is back.',
  away: (since: string) =>
    `The server has not been reached since ${since}. Figures are from then. Retrying every two seconds.`,
  pageAway: 'The server cannot be reached. This page loads once the server is back.',
  lookElsewhere: 'Search by the field above (press /), or start from:',
  noKey: 'These pages need an account: sign in, or ask the operator of this service.',
  tierTooLow: 'This needs a higher plan.',
  limited: (seconds: number | undefined) =>
    seconds === undefined ? 'Wait a moment.' : `Retrying in ${seconds} s.`,
  overloaded: 'Retrying shortly.',
  broken: 'The operator of this service can find it by the request ID.',
  pageFailed: 'This page could not be shown.',
  notFound: 'Page not found.',
  noData: 'No data yet.',
} as const;
