import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiCall, addressOf } from '../api/calls.ts';
import { CodeBlock } from '../figure/code-block.tsx';
import type { Parameter } from './api-document.ts';
import { OwnKey } from './own-key.tsx';
import { type Tried, tryCall } from './tried-call.ts';

/** Values of parameters as they are typed; empty: left out. */
export type TypedValues = Readonly<Record<string, string>>;

/** A value as programs write it; what does not fit its type stays text, for the service to refuse. */
export function typedValue(
  { schema }: Parameter,
  text: string,
): string | number | boolean | readonly string[] {
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (schema.type === 'array') return text.split(',').map((part) => part.trim());
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

interface InputProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

/** A list where there are choices, else a line of text. */
function Input({ parameter: { name, schema, required, example }, value, onChange }: InputProps) {
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  const id = `try.${name}`;
  const usual = schema.default === undefined ? '' : `default: ${schema.default}`;
  return (
    <div class="try-input">
      <label htmlFor={id}>
        {name}
        {required && <span class="warn"> *</span>}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          value={value}
          autocomplete="off"
          spellcheck={false}
          required={required}
          placeholder={usual || (example === undefined ? '' : `such as ${example}`)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {!required && <option value="">{usual || 'left out'}</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </div>
  );
}

interface TryItProps {
  call: ApiCall;
  parameters: readonly Parameter[];
  values: TypedValues;
  onChange: (name: string, value: string) => void;
  /** The answer of the description, shown until one has come. */
  example: unknown;
}

/** Sends a call with the reader's own values, and shows what comes. */
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
        {parameters.map((parameter) => (
          <Input
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => onChange(parameter.name, value)}
          />
        ))}
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
