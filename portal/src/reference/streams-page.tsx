import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { scrollToAnchor } from '../frame/anchor.ts';
import { usePageTitle } from '../frame/page-title.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOf } from './fields.ts';
import { Parameters } from './parameters.tsx';
import { StreamConsole } from './stream-console.tsx';
import { type Feed, type StreamDocument, useStreamDocument } from './stream-document.ts';
import { TierBadge } from './tier-badge.tsx';

/** Initial feed of the console: busy, and part of every plan. */
const firstFeed = 'tradesByCoin';

/** /docs/reference/streams: every feed with its arguments and messages, and a console that follows one. */
export function StreamsPage() {
  usePageTitle('Streams');
  const found = useStreamDocument();
  if (typeof found === 'object') return <Shown document={found} />;
  return (
    <article class="reference-text" aria-busy={found === undefined}>
      <h1>Streams</h1>
      {found === undefined ? (
        <p>Loading …</p>
      ) : (
        <p role="alert">The description of the streams could not be loaded. Reload the page to try again.</p>
      )}
    </article>
  );
}

function Shown({ document }: { document: StreamDocument }) {
  const { query, url, route } = useLocation();
  const [type, setType] = useState(query.feed ?? firstFeed);
  const feed = document.feeds.find((one) => one.type === type) ?? document.feeds[0]!;
  useEffect(() => scrollToAnchor(), [url]);
  const choose = (next: string) => {
    setType(next);
    route(`/docs/reference/streams?feed=${next}`, true);
  };
  return (
    <>
      <article class="reference-text">
        <h1>Streams</h1>
        <p>
          {document.feeds.length} feeds over a WebSocket at <code>{document.path}</code>: what is stored, as
          it comes, and again from any earlier message on. <a href="/docs/guides/streams">The guide</a> has
          the protocol, replays and limits; <a href="/asyncapi.json">asyncapi.json</a> the same as a file
          (AsyncAPI 3).
        </p>
        {document.feeds.map((one) => (
          <FeedText key={one.type} document={document} feed={one} onTry={() => choose(one.type)} />
        ))}
      </article>
      <StreamConsole {...{ document, feed }} onFeed={choose} />
    </>
  );
}

interface FeedTextProps {
  document: StreamDocument;
  feed: Feed;
  onTry: () => void;
}

function FeedText({ document, feed: { type, summary, tier, parameters, message }, onTry }: FeedTextProps) {
  const anchor = `feed.${type}`;
  const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
  return (
    <section id={anchor} class="feed" aria-label={type}>
      <div class="reference-path">
        <h2>
          <a href={`#${anchor}`}>{type}</a>
        </h2>
        <span class="dim">{needed.join(', ')}</span>
        <TierBadge tier={tier} />
        <button type="button" class="quiet" aria-label={`Try ${type}`} onClick={onTry}>
          Try
        </button>
      </div>
      <p>{summary}</p>
      <details>
        <summary>Arguments</summary>
        <Parameters parameters={parameters} anchor={`${anchor}.argument`} />
      </details>
      <details>
        <summary>Message</summary>
        <FieldList fields={fieldsOf(message, document)} anchor={`${anchor}.field`} />
      </details>
    </section>
  );
}
