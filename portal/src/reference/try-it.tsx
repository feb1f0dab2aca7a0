import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiCall, addressOf } from '../api/calls.ts';
import { CodeBlock } from '../figure/code-block.tsx';
import type { Parameter } from './api-document.ts';
import { OwnKey } from './own-key.tsx';
import { ParameterInputs, type TypedValues } from './parameter-input.tsx';
import { type Tried, tryCall } from './tried-call.ts';

interface TryItProps {
  call: ApiCall;
  parameters: readonly Parameter[];
  values: TypedValues;
  onChange: (name: string, value: string) => void;
  /** The answer of the description, shown until one has come. */
  example: unknown;
}

/** Sends a call with the reader's own values, and shows the answer. */
export function TryIt({ call, parameters, values, onChange, example }: TryItProps) {
  const [tried, setTried] = useState<Tried>();
  const flight = useRef<AbortController | undefined>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => () => flight.current?.abort(), []);
  const send = async () => {
    flight.current?.abort();
    const own = new AbortController();
    flight.current = own;
    setWaiting(true);
    const found = await tryCall(addressOf(call), own.signal);
    if (flight.current !== own) return;
    setTried(found);
    setWaiting(false);
  };
  return (
    <>
      <form
        class="try-it"
        aria-label="Try it"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2>Try it</h2>
        <ParameterInputs {...{ parameters, values, onChange }} />
        <OwnKey />
        <p class="try-send">
          <button type="submit" class="main">
            Send
          </button>
          {isWaiting && (
            <button type="button" onClick={() => flight.current?.abort()}>
              Stop
            </button>
          )}
          <span class="dim">Counts like any other call.</span>
        </p>
      </form>
      <section aria-label="Answer" aria-live="polite">
        {tried === undefined ? (
          <>
            <h2>Answer, an example</h2>
            <CodeBlock text={JSON.stringify(example, null, 2) ?? ''} label="Example of an answer" isBounded />
          </>
        ) : (
          <Answer tried={tried} />
        )}
      </section>
    </>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

function Answer({ tried: { status, tookMs, bytes, isCut, headers, text } }: { tried: Tried }) {
  const tone = status === 0 || status >= 500 ? 'down' : status >= 400 ? 'warn' : 'up';
  return (
    <>
      <h2>
        Answer <span class={tone}>{status === 0 ? 'none' : status}</span>{' '}
        <span class="dim">
          {tookMs} ms, {sizeText(bytes)}
          {isCut && ', cut'}
        </span>
      </h2>
      <CodeBlock text={text} label="Body of the answer" isBounded />
      {headers.length > 0 && (
        <dl class="answer-headers">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
