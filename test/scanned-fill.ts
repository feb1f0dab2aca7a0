import assert from 'node:assert/strict';
import { createAsciiCursor } from '../src/ingest/ascii-cursor.ts';
import { fillColumnSpecs } from '../src/ingest/fill-column-specs.ts';
import { createFillColumns, type FillColumns } from '../src/ingest/fill-columns.ts';
import { createFillScanner } from '../src/ingest/fill-scanner.ts';

/** Scans a pair of wallet and fill; asserts that a declined pair leaves nothing. @returns its columns; undefined if it was declined */
export function scan(text: string): FillColumns | undefined {
  const columns = createFillColumns(1);
  const cursor = createAsciiCursor();
  const bytes = Buffer.from(text);
  cursor.start(bytes, 0);
  if (!createFillScanner(cursor).pair(bytes, columns)) {
    assert.equal(columns.count, 0, 'nothing is left of what it declined');
    for (const { name } of fillColumnSpecs.slice(19))
      assert.ok(
        columns.bytes[name].every((byte) => byte === 0),
        name,
      );
    return undefined;
  }
  assert.equal(cursor.at, bytes.length);
  return columns;
}
