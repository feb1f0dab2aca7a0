/**
 * The specified endpoints that do not exist yet, by what they rest on; none by now. The test fails for one that exists and stands here,
 * and for one that does neither.
 */
const absentByGroup: Readonly<Record<string, readonly string[]>> = {};

/** Paths by group. */
export const absentEndpoints: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(absentByGroup).map(([group, paths]) => [
    group,
    paths.map((path) => `/api/public/v1${path}`),
  ]),
);
