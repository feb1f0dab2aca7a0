/** What all archetypes rest on, for the description of every endpoint of them. */
export const archetypeMeaning =
  'Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not ' +
  'seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.';
