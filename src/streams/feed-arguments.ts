import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { cohortSpans } from '../boards/trader-cohorts.ts';
import { address, list, type Schema, text } from './schema.ts';

/** Maximum values of an argument that is a list. */
export const listLimits = { users: 1_000, wallets: 10_000, coins: 1_000, events: 10 };

interface ArgumentRecord {
  /** Schema in the AsyncAPI document. */
  schema: Schema;
  /** Schema in the input of an alert: the reader of subscriptions checks the value and has the protocol's error texts. */
  input: TSchema;
  /** Option of the command line, with its description. */
  option: readonly [flags: string, description: string];
}

const nameOf = (maxLength: number) => Type.String({ maxLength });
const namesOf = (maxItems: number, maxLength = 128) => Type.Array(nameOf(maxLength), { maxItems });
const listed = (items: Schema, maxItems: number, description: string): Schema => ({
  ...list(items),
  minItems: 1,
  maxItems,
  description,
});

/**
 * The arguments of event feeds, without those of a start. The AsyncAPI document, the input of alerts and the options of their commands
 * follow from these records; `event-filter.ts` reads the values.
 */
export const feedArguments = {
  coin: {
    schema: text('In any spelling; of books in that of the exchange'),
    input: nameOf(128),
    option: ['--coin <COIN>', 'for feeds of one coin'],
  },
  user: {
    schema: { ...address, description: 'Wallet, any case' },
    input: nameOf(128),
    option: ['--user <ADDRESS>', 'for feeds of one wallet'],
  },
  users: {
    schema: listed(address, listLimits.users, 'Wallets, any case'),
    input: namesOf(listLimits.users),
    option: ['--users <LIST>', 'for feeds of several wallets: addresses between commas, or @FILE'],
  },
  wallets: {
    schema: listed(address, listLimits.wallets, 'Only events of these wallets'),
    input: namesOf(listLimits.wallets),
    option: ['--wallets <LIST>', 'addresses between commas, or @FILE with one a line: up to 10000'],
  },
  coins: {
    schema: listed(text(), listLimits.coins, 'Only events in these coins'),
    input: namesOf(listLimits.coins),
    option: ['--coins <LIST>', 'coins between commas, or @FILE'],
  },
  dex: {
    schema: text('Only perps of this dex: `hl`, or the prefix of a builder dex'),
    input: nameOf(32),
    option: ['--dex <DEX>', 'only perps of this dex: hl, or the prefix of a builder dex'],
  },
  side: {
    schema: { enum: ['buy', 'sell'], description: 'Only fills of this side' },
    input: Type.Enum(['buy', 'sell']),
    option: ['--side <SIDE>', 'only this side'],
  },
  minNotionalUsd: {
    schema: { type: ['number', 'string'], description: 'Minimum price × size of a fill, USD' },
    input: nameOf(32),
    option: ['--min-usd <USD>', 'at least this price times size'],
  },
  cohort: {
    schema: text('Only wallets in this cohort at the time of sending: smart_money, whale and the others'),
    input: nameOf(64),
    option: ['--cohort <COHORT>', 'only wallets of this cohort: smart_money, whale …'],
  },
  cohortSpan: {
    schema: {
      enum: cohortSpans,
      description: 'The cohort by all fills, or by the 30 whole UTC days before today; default: `alltime`',
    },
    input: Type.Enum([...cohortSpans]),
    option: ['--cohort-span <SPAN>', 'window of the cohort: alltime (default), or recent (30 days)'],
  },
  list: {
    schema: text('Only wallets that a list of the account holds at the time of sending'),
    input: nameOf(64),
    option: ['--list <NAME>', 'only wallets of this list of the account (tidemark lists)'],
  },
  builder: {
    schema: { ...address, description: 'Only orders of this builder' },
    input: nameOf(128),
    option: ['--builder <ADDRESS>', 'for builderFills: only this builder'],
  },
  events: {
    schema: listed(text(), listLimits.events, 'Only these events'),
    input: namesOf(listLimits.events, 32),
    option: ['--events <LIST>', 'for feeds with named events: opened,closed'],
  },
} satisfies Record<string, ArgumentRecord>;

export type FeedArgumentName = keyof typeof feedArguments;

/** Values of the arguments as an alert's input has them. */
export type ArgumentInput = {
  [K in FeedArgumentName]?: Readonly<Static<(typeof feedArguments)[K]['input']>> | undefined;
};

type InputSchemas = { [K in FeedArgumentName]: TOptional<(typeof feedArguments)[K]['input']> };

/** Schemas of the input of alerts; every argument is optional. */
export const argumentInputs = Object.fromEntries(
  Object.entries(feedArguments).map(([name, { input }]) => [name, Type.Optional(input)]),
) as InputSchemas;

export const isListArgument = (name: string): boolean => Object.hasOwn(listLimits, name);
