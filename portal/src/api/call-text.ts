import { type ApiCall, addressOf, entryOf } from './calls.ts';

/** Example code of a call. The key is read from the environment, never shown. */
export interface CallTexts {
  curl: string;
  typescript: string;
  python: string;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param origin address of the service, such as https://example.org */
export function callTexts(call: ApiCall, origin: string): CallTexts {
  const { name } = entryOf(call.id);
  const params = Object.entries(call.params).filter(([, value]) => value !== undefined);
  const given =
    params.length === 0
      ? ''
      : `{ ${params.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')} }`;
  const named = params.map(([key, value]) => `${snake(key)}=${pythonValue(value)}`).join(', ');
  return {
    curl: `curl -H "X-API-Key: $TIDEMARK_KEY" \\\n  '${origin}${addressOf(call)}'`,
    typescript: `import { createClient } from '@tidemark/client';

const tidemark = createClient({ baseUrl: '${origin}', apiKey: process.env.TIDEMARK_KEY });
const { data } = await tidemark.${name}(${given});`,
    python: `import os
from tidemark_client import Client

with Client("${origin}", os.environ["TIDEMARK_KEY"]) as tidemark:
    data = tidemark.${snake(name)}(${named}).data`,
  };
}

function pythonValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
