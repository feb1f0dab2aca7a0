import type { Parameter } from './api-document.ts';
import { boundsText, typeText } from './fields.ts';
import { Prose } from './prose.tsx';

/** Constraints of a value: its choices or bounds, its default, an example. */
function Facts({ parameter: { schema, example } }: { parameter: Parameter }) {
  const bounds = [boundsText(schema), schema.items === undefined ? '' : boundsText(schema.items)];
  const facts: readonly (readonly [name: string, values: readonly unknown[]])[] = [
    ['One of', schema.enum ?? schema.items?.enum ?? []],
    ['Bounds', bounds.filter((text) => text !== '').slice(0, 1)],
    ['Default', schema.default === undefined ? [] : [schema.default]],
    ['Example', example === undefined ? [] : [example]],
  ];
  return (
    <>
      {facts.map(
        ([name, values]) =>
          values.length > 0 && (
            <div key={name} class="reference-fact">
              <span class="dim">{name}</span>{' '}
              {values.map((value) =>
                name === 'Bounds' ? String(value) : <code key={String(value)}>{String(value)}</code>,
              )}
            </div>
          ),
      )}
    </>
  );
}

interface ParametersProps {
  parameters: readonly Parameter[];
  /** Prefix of the anchors. */
  anchor: string;
}

/** Parameters with their constraints, required ones first. */
export function Parameters({ parameters, anchor }: ParametersProps) {
  if (parameters.length === 0) return <p class="dim">None.</p>;
  const sorted = parameters.toSorted((a, b) => Number(b.required) - Number(a.required));
  return (
    <ul class="reference-fields">
      {sorted.map((parameter) => (
        <li key={parameter.name} id={`${anchor}.${parameter.name}`}>
          <div class="reference-name">
            <a href={`#${anchor}.${parameter.name}`}>{parameter.name}</a>
            <span class="dim">
              {typeText(parameter.schema, { schemas: {} })}
              {parameter.in !== 'subscription' && `, in the ${parameter.in}`}
            </span>
            {parameter.required && <span class="warn">required</span>}
          </div>
          <p>
            <Prose text={parameter.description} />
          </p>
          <Facts parameter={parameter} />
        </li>
      ))}
    </ul>
  );
}
