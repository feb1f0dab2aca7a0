import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decompressFrameSync } from 'lz4-napi';

/** A line of a `_by_block` kind. */
export interface ReadLine {
  local_time: string;
  block_time: string;
  block_number: number;
  events: unknown[];
}

/** All lines of a kind that can be read, in the order of hours, and how many cannot. */
export function readNodeLines(dir: string, kind: string): { lines: ReadLine[]; broken: number } {
  const names = readdirSync(join(dir, kind, 'hourly'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\d{8}\/\d+(\.gz|\.lz4)?$/.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const lines: ReadLine[] = [];
  let broken = 0;
  for (const name of names) {
    const texts = contentOf(join(dir, kind, 'hourly', name)).split('\n');
    for (const text of texts.filter((text) => text !== '')) {
      try {
        lines.push(JSON.parse(text) as ReadLine);
      } catch {
        broken += 1;
      }
    }
  }
  return { lines, broken };
}

function contentOf(path: string): string {
  const bytes = readFileSync(path);
  if (path.endsWith('.gz')) return gunzipSync(bytes).toString('latin1');
  return (path.endsWith('.lz4') ? decompressFrameSync(bytes) : bytes).toString('latin1');
}
