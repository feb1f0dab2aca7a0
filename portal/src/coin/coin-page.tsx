import { CoinId } from '../names/coin.tsx';
import { coinText } from '../names/coin-name.ts';
import { coinPath } from '../names/paths.ts';
import { useCoinName } from '../names/use-coin-name.ts';
import './coin.css';
import { useRoute } from 'preact-iso';
import { AlertMe } from '../alerts/alert-me.tsx';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSeenPage } from '../followed/followed.ts';
import { Star } from '../followed/star.tsx';
import { price } from '../format/numbers.ts';
import { Page } from '../frame/page.tsx';
import { UnknownName } from '../states/unknown-name.tsx';
import { CandlePanel } from './candle-panel.tsx';
import { BiasHistoryPanel, BiasPanel } from './cohort-bias.tsx';
import { CoinLeaders } from './coin-leaders.tsx';
import { CoinLiquidations } from './coin-liquidations.tsx';
import { DislocationPanel } from './dislocation-panel.tsx';
import { HeatmapPanel } from './heatmap-panel.tsx';
import { LongShortHistoryPanel, LongShortPanel } from './long-short.tsx';
import { MarketSwitcher } from './market-switcher.tsx';
import { OpenInterestPanel } from './open-interest-panel.tsx';
import { OrderBookPanel } from './order-book.tsx';
import { PriceLine } from './price-line.tsx';
import { SizePanel } from './size-panel.tsx';
import { TopPositions } from './top-positions.tsx';
import { TapePanel } from './trade-tape.tsx';

/** All that is known of one coin. */
export default function CoinPage() {
  const { coin = '' } = useRoute().params;
  // A new coin gets new panels: the state of a chart does not carry over.
  return <CoinPanels key={coin} coin={coin} />;
}

function CoinPanels({ coin }: { coin: string }) {
  const name = coinText(useCoinName(coin));
  const { body, failure } = useAnswer(callOf('market.price', { symbol: coin }));
  useSeenPage(body && coinPath(coin));
  if (body === undefined && failure?.status === 404) {
    return (
      <Page title={coin}>
        <UnknownName name={coin} why={failure.message} />
      </Page>
    );
  }
  // A tab behind others shows the price, too.
  const tab = body?.markPrice ? `${price(body.markPrice)} ${name}` : name;
  return (
    <Page
      title={name}
      tab={tab}
      intro={<CoinId coin={coin} />}
      actions={
        <>
          <MarketSwitcher coin={coin} />
          <Star kind="coins" id={coin} />
          <AlertMe of={{ feed: 'tradesByCoin', coin }} />
        </>
      }
    >
      <PriceLine coin={coin} />
      <CandlePanel coin={coin} />
      <OrderBookPanel coin={coin} />
      <HeatmapPanel coin={coin} />
      <TapePanel coin={coin} />
      <LongShortPanel coin={coin} />
      <LongShortHistoryPanel coin={coin} />
      <BiasPanel coin={coin} />
      <BiasHistoryPanel coin={coin} />
      <TopPositions coin={coin} />
      <OpenInterestPanel coin={coin} />
      <DislocationPanel coin={coin} />
      <CoinLiquidations coin={coin} />
      <SizePanel coin={coin} />
      <CoinLeaders coin={coin} />
    </Page>
  );
}
