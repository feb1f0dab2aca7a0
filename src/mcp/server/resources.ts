import type { Ask } from '../../endpoints/ask.ts';
import { jsonSchema } from '../../routes/json-schema.ts';
import { answerSchema } from '../kit/answer.ts';
import type { AnyTool } from '../kit/tool.ts';

export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  read(ask: Ask, signal: AbortSignal): Promise<string>;
}

/**
 * @param document the text of a page of docs/, by its name
 * @param tools whose answers are described
 */
export function createResources(
  document: (name: 'methodology' | 'glossary') => Promise<string>,
  tools: readonly AnyTool[],
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
      uri: 'tidemark://answers',
      name: 'answers',
      title: 'Answers of the tools',
      description: 'JSON Schema of the structured content of each tool, with its sections',
      mimeType: 'application/json',
      read: async () => {
        const schemas = tools.map((tool) => [tool.name, jsonSchema(answerSchema(tool), (name) => name)]);
        return JSON.stringify(Object.fromEntries(schemas));
      },
    },
    {
      uri: 'tidemark://openapi',
      name: 'openapi',
      title: 'OpenAPI description',
      description: 'Every endpoint with parameters and schemas; large: describe_api describes one at a time',
      mimeType: 'application/json',
      read: async (ask, signal) => JSON.stringify((await ask('/openapi.json', signal)).body),
    },
  ];
}
