/** Parts of the JSON schemas of messages (AsyncAPI). */

export type Schema = Readonly<Record<string, unknown>>;

export const text = (description?: string): Schema => ({
  type: 'string',
  ...(description && { description }),
});
export const decimal: Schema = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
export const integer: Schema = { type: 'integer' };
export const timeMs: Schema = { type: 'integer', description: 'Unix milliseconds' };
export const wallet: Schema = { type: 'string', pattern: '^0x[0-9a-f]{40}$' };
export const address: Schema = { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' };
export const list = (items: Schema): Schema => ({ type: 'array', items });
export const schemaAt = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

export const number: Schema = { type: 'number' };
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** A state has all fields except those of changes; a change has the fields that differ. */
export const figures = (fields: Readonly<Record<string, Schema>>): Schema =>
  object({ kind: { enum: ['state', 'change'] }, asOf: text('RFC 3339'), ...fields }, Object.keys(fields));

/** Description of a feed in the AsyncAPI document. */
export interface FeedText {
  /** Content of the feed, without a period. */
  summary: string;
  /** Schema of the data of a message; of events, of each element. */
  data: Schema;
  /** Named schemas that `data` refers to. */
  schemas?: Readonly<Record<string, Schema>>;
}
