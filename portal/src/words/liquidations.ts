/** Words of the liquidations. */
export const words = {
  title: 'Liquidations',
  intro:
    'Each row is one order that closed a liquidated position. The loss is that of the liquidated trader.',
  summary: 'The window in figures',
  timeline: 'Liquidated notional over time',
  byCoin: 'By coin',
  byCohort: 'By all-time cohort of the liquidated trader',
  feed: 'Live feed',
  liquidators: 'Top liquidators, 90 days',
  noLiquidators: 'No wallet took over a liquidated position in the last 90 days.',
  none: 'No liquidations in this window.',
  all: 'All coins',
} as const;
