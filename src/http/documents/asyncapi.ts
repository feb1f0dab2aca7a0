import { boardPeriods, boardSorts } from '../../boards/traders.ts';
import type { EventFeed } from '../../streams/feed.ts';
import { type FeedArgumentName, feedArguments } from '../../streams/feed-arguments.ts';
import {
  feeds as allFeeds,
  type Feed,
  isStateFeed,
  streamPath,
  streamTicketPath,
} from '../../streams/feeds.ts';
import { integer, list, object, type Schema, schemaAt, text, wallet } from '../../streams/schema.ts';
import type { StateOption } from '../../streams/state-topic.ts';
import { argumentsOfEvents } from '../../streams/subscription.ts';
import { candleIntervals } from '../../wire/candle.ts';
import { descriptionVersion } from './openapi.ts';

export const asyncApiPath = '/asyncapi.json';

/** Options of feeds of states, apart from their subject. */
const optionSchemas: Readonly<Record<StateOption, Schema>> = {
  cohortSpan: feedArguments.cohortSpan.schema,
  sort: { enum: boardSorts, description: 'What traders are ranked by; default: `pnl`' },
  period: { enum: Object.keys(boardPeriods), description: 'UTC calendar days; default: `allTime`' },
  interval: { enum: candleIntervals, description: 'Length of a candle' },
  source: {
    enum: ['trade', 'mark'],
    description: 'Made of trades, or of mark prices if the exchange is read; default: `trade`',
  },
};

/** Arguments for the start of an event feed. */
const startSchemas: Readonly<Record<string, Schema>> = {
  cursor: text('Resumes after the message with this cursor'),
  sequence: { type: 'integer', minimum: 0, description: 'Goes on behind the message with this `seq`' },
  from: text('Replays from then: RFC 3339, a date, or unix milliseconds'),
  to: text('End of the replay, in the same forms; default: continues with new events'),
  speed: { type: 'number', description: 'Seconds of the past in a second; default: as fast as it is read' },
};
const gapSchema = object(
  {
    id: text(),
    from: text('RFC 3339'),
    to: text('RFC 3339'),
    reason: text(),
    state: { enum: ['open', 'lost', 'healed', 'several'] },
    feed: text(),
    wallet,
    coin: text(),
    fromBlock: integer,
    toBlock: integer,
    gaps: integer,
  },
  ['state', 'feed', 'wallet', 'coin', 'fromBlock', 'toBlock', 'gaps'],
);
const snapshotSchema = { type: 'boolean', description: '`false` leaves out the state at the start' };

const argumentSchema = (name: string): Schema => feedArguments[name as FeedArgumentName].schema;

function ownFilters(feed: EventFeed): Readonly<Record<string, Schema>> {
  const { speed, ...start } = startSchemas;
  const { argument, changes, events } = feed;
  const names = [...argumentsOfEvents(feed, true)].filter((name) => name !== argument);
  return {
    ...Object.fromEntries(names.map((name) => [name, argumentSchema(name)])),
    ...(events && { events: { ...feedArguments.events.schema, items: { enum: events } } }),
    ...start,
    ...(changes === undefined && { speed: speed! }),
  };
}

function subscriptionSchema(type: string, feed: Feed): Schema {
  const { subjects = [], options = [] } = isStateFeed(feed) ? feed : {};
  const argument = isStateFeed(feed) ? undefined : feed.argument;
  const own: Readonly<Record<string, Schema>> = Object.fromEntries(
    [argument ?? [], subjects].flat().map((name) => [name, argumentSchema(name)]),
  );
  const isOneOf = subjects.length > 1;
  const more: Readonly<Record<string, Schema>> = isStateFeed(feed)
    ? { snapshot: snapshotSchema, ...Object.fromEntries(options.map((name) => [name, optionSchemas[name]])) }
    : ownFilters(feed);
  const optional = Object.keys(more).filter((name) => !(name in own) && name !== 'interval');
  return {
    ...object({ type: { const: type }, ...more, ...own }, [...optional, ...(isOneOf ? subjects : [])]),
    ...(isOneOf && { oneOf: subjects.map((name) => ({ required: [name] })) }),
    additionalProperties: false,
    'x-minimum-tier': feed.tier,
  };
}

function messageSchema(type: string, feed: Feed): Schema {
  const data = isStateFeed(feed) ? feed.data : list(feed.data);
  const events = { cursor: text(), block: integer, asOf: text('RFC 3339') };
  const own = { id: text('Of the subscription'), time: text('RFC 3339') };
  const more = { ...own, ...(isStateFeed(feed) ? { skipped: integer } : events) };
  return object({ channel: { const: type }, seq: integer, ...more, data }, Object.keys(more));
}

/** Fields of a refusal beyond the protocol. */
const refused = {
  subscription: { type: 'object', description: 'The subscription that was refused, as the client sent it' },
  problem: { type: 'object', description: 'RFC 9457' },
  req_id: {},
};

/** Messages outside any feed. */
function plainMessages(subscriptions: readonly Schema[]) {
  const request = (method: string) =>
    object({ method: { const: method }, subscription: { oneOf: subscriptions }, req_id: {} }, ['req_id']);
  const answer = (channel: string, data?: Schema) =>
    object({ channel: { const: channel }, ...(data && { data }) });
  return {
    sent: {
      subscribe: request('subscribe'),
      unsubscribe: request('unsubscribe'),
      pause: request('pause'),
      resume: request('resume'),
      ping: object({ method: { const: 'ping' } }),
    },
    received: {
      connected: answer('connected', { type: 'object' }),
      subscriptionResponse: answer('subscriptionResponse', { type: 'object' }),
      pong: answer('pong'),
      error: object(
        { channel: { const: 'error' }, data: text('In the words of the protocol'), ...refused },
        Object.keys(refused),
      ),
      gap: answer('gap', schemaAt('Gap')),
      behind: answer('behind', object({ id: text('Of the subscription'), seq: integer, cursor: text() })),
      caughtUp: answer('caughtUp', { type: 'object' }),
      heartbeat: answer('heartbeat', { type: 'object' }),
    },
  };
}

/** @param address of the service; default: a host variable */
export function asyncApi(address?: string, feeds = allFeeds): object {
  const subscriptions = Object.keys(feeds).map((type) => schemaAt(`Subscription.${type}`));
  const { sent, received } = plainMessages(subscriptions);
  const ofFeeds = Object.entries(feeds).map(([type, feed]) => [type, messageSchema(type, feed)]);
  const payloads: Record<string, Schema> = { ...sent, ...received, ...Object.fromEntries(ofFeeds) };
  const names = {
    sent: Object.keys(sent),
    received: Object.keys(payloads).filter((name) => !(name in sent)),
  };
  const messageOf = (name: string) => ({ $ref: `#/channels/stream/messages/${name}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tidemark streams',
      version: descriptionVersion,
      description:
        'Data of the Hyperliquid exchange, sent as it is stored, and replayed from any earlier message.',
    },
    defaultContentType: 'application/json',
    servers: { service: serverOf(address) },
    channels: {
      stream: {
        address: streamPath,
        description: `\`/\`, \`/ws\` and \`/stream\` speak the protocol without what this service adds. A browser may connect with \`?ticket=…\`, which \`POST ${streamTicketPath}\` gives for a key: good once, for a minute. Over HTTP \`GET ${streamPath}?type=…\` sends one subscription as server-sent events, or with \`wait\` answers once; \`POST\` takes the subscription as a JSON body, with lists that are too long for an address.`,
        messages: Object.fromEntries(
          Object.keys(payloads).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      ask: { action: 'receive', channel: { $ref: '#/channels/stream' }, messages: names.sent.map(messageOf) },
      say: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        messages: names.received.map(messageOf),
      },
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(payloads).map(([name, payload]) => [
          name,
          { name, ...(name in feeds && { summary: `${feeds[name]!.summary}.` }), payload },
        ]),
      ),
      schemas: {
        ...Object.assign({}, ...Object.values(feeds).map(({ schemas }) => schemas)),
        Gap: gapSchema,
        ...Object.fromEntries(
          Object.entries(feeds).map(([type, feed]) => [
            `Subscription.${type}`,
            subscriptionSchema(type, feed),
          ]),
        ),
      },
      securitySchemes: {
        key: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function serverOf(address: string | undefined) {
  const security = ['key', 'bearer'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));
  if (address === undefined)
    return { host: '{host}', protocol: 'wss', variables: { host: { default: 'localhost:8080' } }, security };
  const { host, protocol, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, '');
  return {
    host,
    protocol: protocol.replace('http', 'ws').replace(':', ''),
    ...(path && { pathname: path }),
    security,
  };
}
