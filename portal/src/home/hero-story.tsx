import { callOf } from '../api/calls.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/home.ts';

interface Story {
  type: string;
  entity?: string;
  headline: string;
}

const call = callOf('pulse.daily-latest');

/** The story of the newest edition, with the next two. */
export function HeroStory() {
  return (
    <AnswerPanel
      title={words.story}
      call={call}
      everyMs={300_000}
      shape={{ rows: 2 }}
      empty={({ hero }) => (hero === undefined ? words.noStory : undefined)}
      actions={<a href="/daily">Edition</a>}
    >
      {({ hero, stories, date }) => (
        <div class="panel-body">
          <p class="hero">{(hero as Story).headline}</p>
          <ul class="plain">
            {((stories ?? []) as Story[]).slice(1, 4).map(({ headline }) => (
              <li key={headline}>{headline}</li>
            ))}
          </ul>
          <p class="dim">{date}</p>
        </div>
      )}
    </AnswerPanel>
  );
}
