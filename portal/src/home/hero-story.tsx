import { callOf } from '../api/calls.ts';
import { type Edition, headlineOf, receiptAddress, type Story } from '../daily/edition.ts';
import { Toned } from '../format/change.tsx';
import { signedPercent, signedUsd, usd } from '../format/numbers.ts';
import { Coin } from '../names/coin.tsx';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/home.ts';

const call = callOf('pulse.daily-latest');

/** The main story of the newest edition, the next two stories, and the largest movers. */
export function HeroStory() {
  return (
    <AnswerPanel
      title={words.story}
      call={call}
      everyMs={300_000}
      shape={{ rows: 4 }}
      actions={<a href="/daily">{words.edition}</a>}
    >
      {(body) => {
        const edition = body as Edition;
        return (
          <div class="panel-body">
            {edition.hero === undefined ? (
              <p>{words.quiet}</p>
            ) : (
              <p class="hero">
                <Line story={edition.hero} />
              </p>
            )}
            <ul class="plain">
              {edition.stories?.slice(1, 3).map((story) => (
                <li key={story.headline}>
                  <Line story={story} />
                </li>
              ))}
              <Standings edition={edition} />
            </ul>
            <p>
              <a href={`/daily/${edition.date}`}>{words.storyOf(edition.date)}</a>
            </p>
          </div>
        );
      }}
    </AnswerPanel>
  );
}

function Line({ story }: { story: Story }) {
  return <a href={receiptAddress(story) ?? '/daily'}>{headlineOf(story)}</a>;
}

/** Facts of every day: the coin that moved most, and the leader of the board. */
function Standings({ edition: { standing } }: { edition: Edition }) {
  const mover = standing?.coinMovers[0];
  const leader = standing?.leaderboardMovers[0];
  return (
    <>
      {mover !== undefined && (
        <li>
          Largest move: <Coin coin={mover.coin} />{' '}
          <Toned value={mover.changePct}>{signedPercent(mover.changePct)}</Toned> on {usd(mover.volumeUsd)}{' '}
          traded.
        </li>
      )}
      {leader !== undefined && (
        <li>
          Top trader, 30 days: <Wallet address={leader.address} />{' '}
          <Toned value={leader.pnl}>{signedUsd(leader.pnl)}</Toned>.
        </li>
      )}
    </>
  );
}
