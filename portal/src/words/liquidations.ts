/** Words of the liquidations. */
export const words = {
  title: 'Liquidations',
  intro: 'Each row is one order that closed a liquidated position, with the loss of the liquidated trader.',
  summary: 'Summary',
  timeline: 'Liquidations over time',
  byCoin: 'By coin',
  byCohort: 'By all-time cohort of the liquidated trader',
  feed: 'Live feed',
  liquidators: 'Top liquidators, 90 days',
  noLiquidators: 'No liquidated positions were taken over in the last 90 days.',
  none: 'No liquidations in this period.',
  all: 'All coins',
} as const;
