/**
 * The specified endpoints that do not exist yet, by what they rest on. An endpoint leaves this list in the change that adds
 * it: the test fails for one that exists and stands here, and for one that does neither.
 */
const absentByGroup = {
  'wallets and lifecycles': ['/pulse/wallet-drawdown-curve/{address}'],
} as const satisfies Record<string, readonly string[]>;

/** Paths by group. */
export const absentEndpoints: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(absentByGroup).map(([group, paths]) => [
    group,
    paths.map((path) => `/api/public/v1${path}`),
  ]),
);
