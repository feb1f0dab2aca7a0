/** Words of the liquidations. */
export const words = {
  title: 'Liquidations',
  intro: 'A row is one order that closed a position of a victim; what was lost is the victim’s.',
  summary: 'The window in figures',
  timeline: 'Liquidated notional over time',
  byCoin: 'By coin',
  byCohort: 'By all-time cohort of the victim',
  feed: 'As they come',
  liquidators: 'Who takes over, 90 days',
  noLiquidators: 'No wallet took over the position of another in the last 90 days.',
  none: 'No liquidations in this window.',
  all: 'All coins',
  unclassified: 'Unclassified',
} as const;
