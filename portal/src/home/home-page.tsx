import { callOf } from '../api/calls.ts';
import { FollowedPanel } from '../followed/followed-panel.tsx';
import { listMs } from '../frame/pace.ts';
import { Page } from '../frame/page.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/home.ts';
import { DayLeaders } from './day-leaders.tsx';
import { FirstCall } from './first-call.tsx';
import { HeroStory } from './hero-story.tsx';
import { LatestLiquidations } from './latest-liquidations.tsx';
import { MarketHours } from './market-hours.tsx';
import { Movers } from './movers.tsx';
import { Totals } from './totals.tsx';

/** Overview: followed entries, totals, a week by hour, movers, live liquidations, the story of the day, boards, and how to get a key. */
export default function HomePage() {
  return (
    <Page title="Overview" intro={words.intro}>
      <FollowedPanel />
      <Totals />
      <MarketHours />
      <AnswerPanel
        title={words.movers}
        call={callOf('pulse.market-overview')}
        everyMs={listMs}
        span={7}
        shape={{ rows: 16, isKept: true }}
        empty={({ markets }) => (markets?.length ? undefined : words.noMarkets)}
        actions={<a href="/market">All markets</a>}
      >
        {(body) => <Movers markets={body.markets ?? []} />}
      </AnswerPanel>
      <div class="stack span-5">
        <LatestLiquidations />
        <HeroStory />
      </div>
      <DayLeaders title={words.winners} sort="pnl" />
      <DayLeaders title={words.losers} sort="losers" />
      <DayLeaders title={words.volume} sort="volume" />
      <FirstCall />
    </Page>
  );
}
