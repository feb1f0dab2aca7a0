import facts from 'virtual:reference';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { OperationId } from '../../../clients/typescript/src/call.ts';
import type { ApiCall } from '../api/calls.ts';
import { CallCode } from '../figure/call-code.tsx';
import { scrollToAnchor } from '../frame/anchor.ts';
import { usePageTitle } from '../frame/page-title.ts';
import { CopyButton } from '../names/copy-button.tsx';
import type { ApiDocument, Operation } from './api-document.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOf, typeText } from './fields.ts';
import { type TypedValues, typedValues } from './parameter-input.tsx';
import { Parameters } from './parameters.tsx';
import { Prose } from './prose.tsx';
import { Refusals } from './refusals.tsx';
import { TierBadge } from './tier-badge.tsx';
import { TryIt } from './try-it.tsx';

/** Initial values of the inputs: those of the address, else the examples of required parameters. */
function firstValues(
  { parameters }: Operation,
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, required, example, schema }) => {
      const usual = required ? (example ?? schema.enum?.[0] ?? '') : '';
      const value = query[name] ?? (Array.isArray(usual) ? usual.join(',') : String(usual));
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** An operation: its description in the middle column, its call in the last. */
export function OperationPage({ api, operation }: { api: ApiDocument; operation: Operation }) {
  usePageTitle(operation.summary);
  const { query, url } = useLocation();
  const [values, setValues] = useState<TypedValues>(() => firstValues(operation, query));
  const call: ApiCall = {
    id: operation.id as OperationId,
    params: typedValues(operation.parameters, values),
  };
  useEffect(() => scrollToAnchor(), [url]);
  return (
    <>
      <article class="reference-text">
        <OperationText {...{ api, operation }} />
      </article>
      <aside class="reference-example" aria-label="Example">
        <h2>Call</h2>
        <CallCode call={call} />
        <TryIt
          {...{ call, values, example: operation.example, parameters: operation.parameters }}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
      </aside>
    </>
  );
}

function OperationText({ api, operation }: { api: ApiDocument; operation: Operation }) {
  const { path, summary, description, tier, cost, answer } = operation;
  const fields = useMemo(() => fieldsOf(answer, api), [api, answer]);
  return (
    <>
      <h1>{summary}</h1>
      <p class="reference-path">
        <span class="method">GET</span> <code>{path}</code>
        <CopyButton text={path} label="Copy path" />
        <TierBadge tier={tier} />
        {cost > 1 && <span class="dim">counts as {cost} requests</span>}
      </p>
      <p>
        <Prose text={description} />
      </p>
      <h2 id="parameters">Parameters</h2>
      <Parameters parameters={operation.parameters} anchor="param" />
      <h2 id="answer">Answer</h2>
      <p class="dim">{typeText(answer, api)}</p>
      {fields.length === 0 ? (
        <p>Its fields are those of the example.</p>
      ) : (
        <FieldList fields={fields} anchor="field" />
      )}
      <AsOf operation={operation} />
      <h2 id="errors">Errors</h2>
      <Refusals refusals={operation.refusals} />
    </>
  );
}

/** Maximum age of an answer, and the headers that report its data. */
function AsOf({ operation: { id, parameters, headers } }: { operation: Operation }) {
  const lagMs = facts.lagMs[id] ?? 0;
  const isDated = parameters.some(({ name }) => name === 'asOf');
  const own = headers.filter(([name]) => /^X-(?!RateLimit|Request|Billing)/.test(name));
  return (
    <>
      <h2 id="as-of">As of</h2>
      <p>
        {lagMs === 0
          ? 'Each answer is made when it is asked for.'
          : `An answer is at most ${lagMs / 1_000} s behind the views that it is made from.`}{' '}
        <a href="/docs/freshness">How old an answer may be</a>
        {isDated && (
          <>
            . With <a href="#param.asOf">asOf</a> it is that of an earlier moment
          </>
        )}
        .
      </p>
      <dl class="answer-headers">
        {own.map(([name, what]) => (
          <div key={name} id={`header.${name}`}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
