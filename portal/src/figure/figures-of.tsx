import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/calls.ts';
import type { FieldName } from '../api/definitions.ts';
import { Toned } from '../format/change.tsx';
import { amount, count, percent, price, signedUsd, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { Figure } from './figure.tsx';

type Body<Name extends keyof Schemas> = NonNullable<Schemas[Name]>;
type Field<Name extends keyof Schemas> = keyof Body<Name> & string;
/** Fields of a schema that hold a value of a type, or nothing. */
type FieldOf<Name extends keyof Schemas, Value> = {
  [Key in Field<Name>]-?: Body<Name>[Key] extends Value | null | undefined ? Key : never;
}[Field<Name>];

/**
 * Figures of an answer, as the columns of a table are: each names its field once, and its number, its definition and how it is read
 * follow from that.
 *
 * @param body absent while it is awaited
 */
export function figuresOf<Name extends keyof Schemas & string>(schema: Name, body: Body<Name> | undefined) {
  function figure<Value>(field: Field<Name>, label: string, shown: (value: Value) => ComponentChildren) {
    const value = body?.[field] as Value;
    return {
      label,
      of: `${schema}.${field}` as FieldName,
      children: shown(value),
      ...(typeof value === 'number' && { value }),
    };
  }
  const numeric =
    (shown: (value: number | null | undefined) => ComponentChildren) =>
    (label: string, field: FieldOf<Name, number>, note?: ComponentChildren) => (
      <Figure
        {...figure(field, label, shown)}
        {...(body && body[field] == null && { value: null })}
        note={note}
      />
    );
  return {
    /** USD with sign and colour. */
    gain: numeric((value) => <Toned value={value}>{signedUsd(value)}</Toned>),
    dollars: numeric(usd),
    counted: numeric(count),
    priced: numeric(price),
    sized: numeric(amount),
    /** A number that is already in percent. */
    percents: numeric(percent),
    timed: (label: string, field: FieldOf<Name, string>) => (
      <Figure {...figure<string | null | undefined>(field, label, (at) => <Time at={at} form="short" />)} />
    ),
    /** A figure with its own format. */
    shown: (label: string, field: Field<Name>, children: ComponentChildren, note?: ComponentChildren) => (
      <Figure {...figure(field, label, () => children)} note={note} />
    ),
  };
}
