import type { ApiCall } from '../api/calls.ts';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { type Edition, headlineOf, receiptAddress, type Story, storyName } from './edition.ts';

/** The stories of an edition, the hero first, each with a link to its receipt. */
export function Stories({ edition: { stories = [], hero }, call }: { edition: Edition; call: ApiCall }) {
  if (stories.length === 0) {
    return (
      <Panel title="Stories" call={call}>
        <EmptyNote why="Nothing stood out compared with the 30 days before. A story needs at least seven of these days." />
      </Panel>
    );
  }
  return (
    <Panel title="Stories" call={call}>
      <ol class="stories">
        {stories.map((story) => (
          <li key={`${story.type} ${story.headline}`} class={story.headline === hero?.headline ? 'hero' : ''}>
            <StoryLine story={story} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function StoryLine({ story }: { story: Story }) {
  const address = receiptAddress(story);
  const facts = Object.entries(story.receipt).map(([name, value]) => `${name} ${value}`);
  return (
    <>
      <span class="story-score" title="Score, 0 to 100">
        {Math.round(story.score)}
      </span>
      <span>
        <span class="dim">{storyName(story.type)}. </span>
        {headlineOf(story)}{' '}
        {address !== undefined && (
          <a href={address} title={facts.join(', ')}>
            receipt
          </a>
        )}
      </span>
    </>
  );
}
