import { useEffect, useState } from 'preact/hooks';
import { loadDocument, type Parameter, type Schema } from './api-document.ts';

/** A feed that can be followed. */
export interface Feed {
  type: string;
  summary: string;
  /** The least plan that may follow it. */
  tier: string;
  /** Required parameters first. */
  parameters: readonly Parameter[];
  message: Schema;
}

/** The part of asyncapi.json that the page of streams uses. */
export interface StreamDocument {
  path: string;
  feeds: readonly Feed[];
  schemas: Readonly<Record<string, Schema>>;
}

interface RawDocument {
  channels: { stream: { address: string } };
  components: {
    messages: Record<string, { summary?: string; payload: Schema }>;
    schemas: Record<string, Schema & { 'x-minimum-tier'?: string }>;
  };
}

const prefix = 'Subscription.';

function parametersOf({ properties = {}, required = [] }: Schema): Parameter[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'type')
    .map(([name, schema]) => ({
      name,
      schema,
      in: 'subscription' as const,
      required: required.includes(name),
      description: schema.description ?? '',
    }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
}

/** Converts asyncapi.json into the page's form. */
export function streamDocument(raw: unknown): StreamDocument {
  const { channels, components } = raw as RawDocument;
  const { messages, schemas } = components;
  const feeds = Object.entries(schemas).flatMap(([name, schema]) => {
    if (!name.startsWith(prefix)) return [];
    const type = name.slice(prefix.length);
    const { summary = '', payload = {} } = messages[type] ?? {};
    const tier = schema['x-minimum-tier'] ?? 'free';
    return [{ type, summary, tier, parameters: parametersOf(schema), message: payload }];
  });
  return { path: channels.stream.address, feeds, schemas };
}

/** asyncapi.json in the page's form; undefined while loading, 'failed' after a failure. */
export function useStreamDocument(): StreamDocument | 'failed' | undefined {
  const [found, setFound] = useState<StreamDocument | 'failed'>();
  useEffect(() => {
    loadDocument('/asyncapi.json').then(
      (raw) => setFound(streamDocument(raw)),
      () => setFound('failed'),
    );
  }, []);
  return found;
}
