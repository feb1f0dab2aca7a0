/** Arguments of event feeds: what a subscription takes is what documents name, and what alerts, the command line and agents offer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { params } from '../../src/alerts/alert-input.ts';
import { asyncApi } from '../../src/http/documents/asyncapi.ts';
import { watch } from '../../src/mcp/tools/watch.ts';
import { alertOptions } from '../../src/operate/operations/alert-fields.ts';
import { eventFeeds } from '../../src/streams/feeds.ts';
import { argumentsOfEvents } from '../../src/streams/subscription.ts';

const ofStart = ['cursor', 'sequence', 'from', 'to', 'speed'];
const argumentsOf = (type: string) => [...argumentsOfEvents(eventFeeds[type]!, true)].sort();
const all = [...new Set(Object.keys(eventFeeds).flatMap(argumentsOf))].sort();

/** An agent's names of arguments; it names one wallet as a list, and a coin as `coin`. */
const namesOfAgents: Readonly<Record<string, string | undefined>> = {
  user: 'addresses',
  users: 'addresses',
  wallets: 'addresses',
  coins: 'coin',
  cohort: 'tier',
};
/** Kept from agents, to keep the list of tools short; `query_api` reaches them. */
const notOfAgents = ['cohortSpan', 'dex'];

test('the AsyncAPI document has exactly the arguments of each feed of events', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document
  const { schemas } = (asyncApi() as any).components;
  for (const type of Object.keys(eventFeeds)) {
    const named = Object.keys(schemas[`Subscription.${type}`].properties);
    assert.deepEqual(
      named.filter((name) => name !== 'type' && !ofStart.includes(name)).sort(),
      argumentsOf(type),
      type,
    );
  }
});

test('an alert and its options on the command line take every argument', () => {
  const { feed: _, ...filters } = params;
  assert.deepEqual(Object.keys(filters).sort(), all);
  assert.deepEqual(Object.keys(alertOptions).sort(), all);
});

test('an agent can name every argument but those that are kept from it', () => {
  const { properties } = watch.input as unknown as { properties: Record<string, unknown> };
  const names = all.filter((name) => !notOfAgents.includes(name)).map((name) => namesOfAgents[name] ?? name);
  const { type: _, cursor, waitSeconds, limit, ...filters } = properties;
  assert.deepEqual(Object.keys(filters).sort(), [...new Set(names)].sort());
});

test('the guide of streams has a row for each filter that all feeds share', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/streams.md'), 'utf8');
  const section = guide.split('### Filters\n')[1]!.split('\n## ')[0]!;
  const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  assert.deepEqual(rows.sort(), argumentsOf('trades'));
});
