import type { Ask } from '../../endpoints/ask.ts';

/** A document that agents can read. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  read(ask: Ask, signal: AbortSignal): Promise<string>;
}

/** @param document the text of a page of docs/, by its name */
export function createResources(
  document: (name: 'methodology' | 'glossary') => Promise<string>,
): readonly Resource[] {
  return [
    {
      uri: 'tidemark://methodology',
      name: 'methodology',
      title: 'Methodology',
      description: 'How every number is defined and computed, and from which data',
      mimeType: 'text/markdown',
      read: () => document('methodology'),
    },
    {
      uri: 'tidemark://glossary',
      name: 'glossary',
      title: 'Glossary',
      description: 'The words of the exchange and of this service',
      mimeType: 'text/markdown',
      read: () => document('glossary'),
    },
    {
      uri: 'tidemark://openapi',
      name: 'openapi',
      title: 'OpenAPI description',
      description: 'Every endpoint with parameters and schemas; large: describe_api tells of one at a time',
      mimeType: 'application/json',
      read: async (ask, signal) => JSON.stringify((await ask('/openapi.json', signal)).body),
    },
  ];
}
