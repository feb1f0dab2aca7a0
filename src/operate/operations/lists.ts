import { Type } from 'typebox';
import type { ControlStore } from '../../control/store.ts';
import { minuteText, listed as printed } from '../command-text.ts';
import {
  count,
  everyCaller,
  type FieldText,
  instant,
  listLimit,
  maybe,
  nameText,
  operation,
  type ResultOf,
  text,
} from '../operation.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { listOf } from './alert-fields.ts';

const summaryFields = {
  account: text,
  name: text,
  version: Type.String({ description: 'Changes with each update.' }),
  changedAt: instant,
};
const summary = Type.Object({ ...summaryFields, wallets: count });
const list = Type.Object({ ...summaryFields, wallets: Type.Array(text) });

/** Enough for ten thousand wallets. */
const bodyBytesLimit = 1_024 * 1_024;
const path = '/admin/v1/accounts/{account}/lists/{name}';
const of = { account: nameText, name: nameText };
const nameArgument: FieldText = ['<NAME>', 'name of the list'];
const accountOption: FieldText = [
  '--account <NAME>',
  'account of the list (default: default)',
  { default: 'default' },
];

const listsOf = async ({ control }: OperatorStores): Promise<ControlStore['lists']> =>
  (await control()).lists;

export const listLists = operation({
  name: 'listLists',
  method: 'GET',
  path: '/admin/v1/lists',
  operationId: 'lists-list',
  summary: 'lists of wallets by account and name, without their wallets',
  input: Type.Object({ account: maybe(nameText), limit: maybe(listLimit) }),
  output: Type.Array(summary),
  under: 'lists',
  for: everyCaller,
  run: async (stores, { account: accountName, limit }) =>
    (await listsOf(stores)).listLists({ accountName, limit }),
  command: {
    words: 'lists list',
    description: 'Lists the lists of wallets.',
    examples: '\nExamples:\n  tidemark lists list\n  tidemark lists list --account desk --json',
    options: {
      account: ['--account <NAME>', 'only this account'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 1_000 }],
    },
    json: true,
    print: printed(row, 'no lists; create one with tidemark lists set'),
  },
});

/** @throws ControlError `invalid_input`, `list_limit` */
export const setList = operation({
  name: 'setList',
  method: 'PUT',
  path,
  operationId: 'lists-set',
  summary: 'creates a list of wallets, or replaces all its wallets',
  input: Type.Object({
    ...of,
    wallets: Type.Array(Type.String({ maxLength: 128 }), { minItems: 1, maxItems: 20_000 }),
  }),
  output: summary,
  bodyBytesLimit,
  for: everyCaller,
  run: async (stores, { account: accountName, name, wallets }) =>
    (await listsOf(stores)).setList({ accountName, name, wallets }),
  command: {
    words: 'lists set',
    description: 'Creates a list of wallets, or replaces all its wallets.',
    examples: `
Examples:
  tidemark lists set whales @whales.txt --account desk
  tidemark alerts create trades --list whales --account desk --url https://example.com/hook`,
    arguments: {
      name: nameArgument,
      wallets: [
        '<WALLETS>',
        'addresses between commas, or @FILE with one a line: up to 10000',
        { read: listOf },
      ],
    },
    options: { account: accountOption },
    print: ({ account, name, wallets }, { stderr }) =>
      void stderr.write(`list ${name} of account ${account} holds ${wallets} wallets\n`),
  },
});

/** @throws ControlError `unknown_account`, `unknown_list` */
export const findList = operation({
  name: 'findList',
  method: 'GET',
  path,
  operationId: 'lists-find',
  summary: 'a list with its wallets',
  input: Type.Object(of),
  output: list,
  for: everyCaller,
  run: async (stores, { account: accountName, name }) =>
    (await listsOf(stores)).findList({ accountName, name }),
  command: {
    words: 'lists show',
    description: 'Prints the wallets of a list, one a line.',
    examples: '\nExamples:\n  tidemark lists show whales --account desk > whales.txt',
    arguments: { name: nameArgument },
    options: { account: accountOption },
    json: true,
    print: ({ wallets }, { stdout }) => void stdout.write(`${wallets.join('\n')}\n`),
  },
});

/** @throws ControlError `unknown_list`; `list_in_use` if an alert uses the list */
export const deleteList = operation({
  name: 'deleteList',
  method: 'DELETE',
  path,
  operationId: 'lists-delete',
  summary: 'deletes a list that no alert uses',
  input: Type.Object(of),
  output: summary,
  for: everyCaller,
  run: async (stores, { account: accountName, name }) =>
    (await listsOf(stores)).deleteList({ accountName, name }),
  command: {
    words: 'lists delete',
    description: 'Deletes a list that no alert uses. Subscriptions to it end.',
    examples: '\nExamples:\n  tidemark lists delete whales --account desk',
    arguments: { name: nameArgument },
    options: { account: accountOption },
    print: ({ account, name }, { stderr }) =>
      void stderr.write(`list ${name} of account ${account} is deleted\n`),
  },
});

function row({ account, name, wallets, changedAtMs }: ResultOf<{ output: typeof summary }>) {
  return { account, name, wallets: `${wallets}`, changed: minuteText(changedAtMs) };
}
