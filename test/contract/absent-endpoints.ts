/**
 * The specified endpoints that do not exist yet, by what they rest on. An endpoint leaves this list in the change that adds
 * it: the test fails for one that exists and stands here, and for one that does neither.
 */
const absentByGroup = {
  'wallets and lifecycles': ['/pulse/wallet-drawdown-curve/{address}'],
  'archetypes and structure': [
    '/pulse/anti-survivors',
    '/pulse/backstop-events',
    '/pulse/capital-titans',
    '/pulse/coin-alpha-map',
    '/pulse/coin-kings',
    '/pulse/hour-profitability',
    '/pulse/lethal-coins',
    '/pulse/market-concentration',
    '/pulse/max-pain-events',
    '/pulse/newcomer-whales',
    '/pulse/one-month-wonders',
    '/pulse/perfect-exits',
    '/pulse/persistent-winners',
    '/pulse/style-distribution',
    '/pulse/survivors',
    '/pulse/top-liquidators',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Paths by group. */
export const absentEndpoints: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(absentByGroup).map(([group, paths]) => [
    group,
    paths.map((path) => `/api/public/v1${path}`),
  ]),
);
