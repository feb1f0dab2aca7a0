/** Columns of a market's minute that live reading and archives share. */
export const contextColumns = {
  coin: 'text',
  dex: 'text',
  time: 'timeMs',
  funding: 'decimal',
  open_interest: 'decimal',
  prev_day_px: 'decimal',
  day_ntl_vlm: 'decimal',
  day_base_vlm: 'decimal',
  premium: 'decimal',
  oracle_px: 'decimal',
  mark_px: 'decimal',
  mid_px: 'decimal',
  impact_bid_px: 'decimal',
  impact_ask_px: 'decimal',
} as const;
