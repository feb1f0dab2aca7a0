/** Writes openapi.json from the registry; with `--check` compares instead, and fails where the file is behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { createRegistry } from '../src/endpoints/registry.ts';
import { openApi } from '../src/http/documents/openapi.ts';
import { documentText } from '../src/routes/document-text.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');
// The file is the same for every installation, so its server is relative to where it is read.
const current = documentText(openApi(createRegistry(catalogue), '/'));

function committed(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

if (!process.argv.includes('--check')) {
  writeFileSync(file, current);
} else if (committed() !== current) {
  console.error('openapi.json is not what the registry says. Run: ./scripts/run.sh scripts/openapi.ts');
  process.exitCode = 1;
}
