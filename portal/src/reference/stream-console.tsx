import { useEffect, useRef, useState } from 'preact/hooks';
import { CodeBlock } from '../figure/code-block.tsx';
import { Time } from '../format/time.tsx';
import { followStream, type StreamState } from './followed-stream.ts';
import { OwnKey } from './own-key.tsx';
import { ParameterInputs, type TypedValues, typedValues } from './parameter-input.tsx';
import type { Feed, StreamDocument } from './stream-document.ts';

/** Initial values of the arguments. */
const firstValues: TypedValues = { coin: 'BTC', interval: '1m' };

/** Code that follows the subscription from a browser or Node. */
function codeOf(path: string, subscription: object): string {
  const address = `${location.origin.replace(/^http/, 'ws')}${path}`;
  return `const socket = new WebSocket('${address}', ['bearer', key]);
socket.onopen = () => socket.send(JSON.stringify({
  method: 'subscribe',
  subscription: ${JSON.stringify(subscription)},
}));
socket.onmessage = ({ data }) => console.log(JSON.parse(data));`;
}

interface StreamConsoleProps {
  document: StreamDocument;
  feed: Feed;
  onFeed: (type: string) => void;
}

/** Follows a feed with the reader's own arguments, and shows its messages. */
export function StreamConsole({ document: { path, feeds }, feed, onFeed }: StreamConsoleProps) {
  const [values, setValues] = useState(firstValues);
  const [state, setState] = useState<StreamState>();
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const subscription = { type: feed.type, ...typedValues(feed.parameters, values) };
  const isFollowing = state !== undefined && state.phase !== 'ended';
  const inputs = (isRequired: boolean) => (
    <ParameterInputs
      parameters={feed.parameters.filter(({ required }) => required === isRequired)}
      values={values}
      onChange={(name, value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <aside class="reference-example" aria-label="Console">
      <h2>Subscribe</h2>
      <CodeBlock text={codeOf(path, subscription)} label="The subscription" />
      <form
        class="try-it"
        aria-label="Follow a feed"
        onSubmit={(event) => {
          event.preventDefault();
          stop.current();
          stop.current = followStream(path, subscription, setState);
        }}
      >
        <h2>Console</h2>
        <div class="try-input">
          <label htmlFor="try-feed">feed</label>
          <select
            id="try-feed"
            value={feed.type}
            onChange={({ currentTarget }) => onFeed(currentTarget.value)}
          >
            {feeds.map(({ type }) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </div>
        {inputs(true)}
        <details>
          <summary>Filters, and where it starts</summary>
          {inputs(false)}
        </details>
        <OwnKey />
        <p class="try-send">
          <button type="submit" class="main" disabled={isFollowing}>
            Follow
          </button>
          <button type="button" disabled={!isFollowing} onClick={() => stop.current()}>
            Stop
          </button>
          <span class="dim">Ends by itself after five minutes.</span>
        </p>
      </form>
      {state !== undefined && <Frames state={state} />}
    </aside>
  );
}

const phases = { connecting: 'connecting', open: 'open', ended: 'ended' } as const;

function Frames({ state: { phase, why, frames, messages, bytes } }: { state: StreamState }) {
  return (
    <section aria-label="Messages">
      <h2>
        Messages <span class={phase === 'open' ? 'up' : 'dim'}>{phases[phase]}</span>{' '}
        <span class="dim">
          {messages} received, {(bytes / 1_000).toFixed(1)} kB
        </span>
      </h2>
      <p role="status">{why}</p>
      <ol class="frames" aria-label="Newest messages">
        {frames.map(({ number, atMs, channel, text }) => (
          <li key={number}>
            <details open={number === messages}>
              <summary>
                <Time at={atMs} form="time" /> <code>{channel}</code>
              </summary>
              <CodeBlock text={text} label={`Message ${number}`} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
