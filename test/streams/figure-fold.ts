import assert from 'node:assert/strict';
import type { Message } from './stream-world.ts';

/** State of a client that follows figures: the snapshot with all changes applied. */
export interface FoldedFigures {
  fields: Message;
  rows: Map<string, Message>;
  /** Changes since the state. */
  changes: number;
}

/**
 * Applies messages of figures, by the rule of docs/guides/streams.md#figures.
 *
 * @param name of the rows
 * @param keyOf key of a row, as in `gone`
 */
export function foldFigures(
  messages: readonly Message[],
  name: string,
  keyOf: (row: Message) => unknown,
): FoldedFigures {
  const folded: FoldedFigures = { fields: {}, rows: new Map(), changes: 0 };
  const keyText = (row: Message) => JSON.stringify(keyOf(row));
  for (const { data } of messages) {
    const { kind, asOf, [name]: rows = [], gone = [], ...fields } = data;
    assert.ok(Date.parse(asOf) > 0, `as of ${asOf}`);
    if (kind === 'state') Object.assign(folded, { fields: {}, rows: new Map(), changes: 0 });
    else folded.changes += 1;
    for (const [field, value] of Object.entries(fields)) {
      if (value === null) delete folded.fields[field];
      else folded.fields[field] = value;
    }
    for (const key of gone) assert.ok(folded.rows.delete(JSON.stringify(key)), 'what is gone was there');
    for (const row of rows) folded.rows.set(keyText(row), row);
  }
  return folded;
}
