import type { Field } from './fields.ts';
import { Prose } from './prose.tsx';

/** Fields with their types and meanings; the fields of an object are nested in it. */
export function FieldList({ fields, anchor }: { fields: readonly Field[]; anchor: string }) {
  return (
    <ul class="reference-fields">
      {fields.map((field) => (
        <li key={field.path} id={`${anchor}.${field.path}`}>
          <div class="reference-name">
            <a href={`#${anchor}.${field.path}`}>{field.name}</a>
            <span class="dim">{field.type}</span>
            {field.isOptional && <span class="dim">may be absent</span>}
            {field.isDeprecated && <span class="warn">deprecated</span>}
          </div>
          {field.what !== '' && (
            <p>
              <Prose text={field.what} />
            </p>
          )}
          {field.choices.length > 0 && (
            <div class="reference-fact">
              <span class="dim">One of</span>{' '}
              {field.choices.map((choice) => (
                <code key={choice}>{choice}</code>
              ))}
            </div>
          )}
          {field.fields.length > 0 && (
            <details open>
              <summary>
                {field.fields.length === 1 ? '1 field' : `${field.fields.length} fields`} of{' '}
                <code>{field.name}</code>
              </summary>
              <FieldList fields={field.fields} anchor={anchor} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
