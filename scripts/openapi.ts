/**
 * Writes openapi.json from the registry, the generated files of the clients, and docs/asyncapi.json from the stream feeds. `--check` only
 * compares, and fails if a file is outdated.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { createRegistry } from '../src/endpoints/registry.ts';
import { asyncApi } from '../src/http/documents/asyncapi.ts';
import { openApi } from '../src/http/documents/openapi.ts';
import { documentText } from '../src/routes/document-text.ts';
import type { ApiDocument } from './clients/api-operations.ts';
import { clientFiles } from './clients/client-files.ts';

const root = join(import.meta.dirname, '..');
// The file is the same for every installation, so its server address is relative.
const description = documentText(openApi(createRegistry(catalogue), '/'));
const files: Record<string, string> = {
  'openapi.json': description,
  'docs/asyncapi.json': documentText(asyncApi()),
  ...(await clientFiles(JSON.parse(description) as ApiDocument)),
};

function committed(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}

for (const [file, current] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), current);
  } else if (committed(file) !== current) {
    console.error(`${file} is not what the registry says. Run: ./scripts/run.sh scripts/openapi.ts`);
    process.exitCode = 1;
  }
}
