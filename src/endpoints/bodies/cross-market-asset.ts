import { bodySchema, optional } from '../schema.ts';
import { double, flag, int64, list, text } from './fields.ts';

export const assetVenue = bodySchema('AssetVenueSummary', {
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  symbol: text("The exchange's coin."),
  ticker: text('The coin without dex.'),
  isSynonym: flag('True if the ticker is another name of the asset.'),
  collateral: text("Token of the dex's margin."),
  markPx: optional(double('Mark price, in the collateral.')),
  openInterest: optional(double('One side, USD at mark.')),
  volume24h: optional(double('Notional of the last 24 hours, USD.')),
  fundingRate: optional(double('Hourly, a fraction.')),
  positions: optional(int64('Open positions known.')),
});

/** One exposure on all venues that list it. */
export const crossMarketAsset = bodySchema('CrossMarketAsset', {
  canonical: text('Ticker in upper case, without dex.'),
  synonyms: list(text('Other tickers of the asset.')),
  venues: list(assetVenue),
  crossMarket: flag('True where more than one venue lists it.'),
  venueCount: int64('Venues.'),
  totalOpenInterest: double('Of all venues, one side, USD.'),
  totalPositions: int64('Open positions known on all venues.'),
  totalVolume24h: double('Of all venues, USD.'),
});
