import { Page } from '../frame/page.tsx';
import { Totals } from '../home/totals.tsx';
import { words } from '../words/market.ts';
import { MarketHistory } from './market-history.tsx';
import { MarketTable } from './market-table.tsx';

/** Every market, and a week of all of them together. */
export default function MarketPage() {
  return (
    <Page title={words.title} intro={words.intro}>
      <Totals />
      <MarketTable />
      <MarketHistory />
    </Page>
  );
}
