import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageEndpoints } from '../../src/access/guest.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';

const pages = join(import.meta.dirname, '..', '..', 'portal', 'src');

test('visitors are granted exactly the endpoints above the tier free that the pages ask', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const text = files.map((name) => readFileSync(join(pages, name), 'utf8')).join('\n');
  const requests = catalogue.filter(({ id, tier }) => tier !== 'free' && text.includes(`'${id}'`));
  assert.deepEqual([...pageEndpoints].sort(), requests.map(({ id }) => id).sort());
});
