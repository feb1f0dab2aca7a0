import { type Kysely, sql } from 'kysely';
import { readAddress } from '../wire/address.ts';
import { checkedName } from './account-name.ts';
import { accountId, lockAccount } from './accounts.ts';
import type { Change } from './change.ts';
import { ControlError } from './control-error.ts';
import { randomBase62 } from './key-format.ts';
import type { ControlDatabase } from './schema.ts';

export interface WalletListSummary {
  account: string;
  name: string;
  wallets: number;
  /** Another one with each change. */
  version: string;
  changedAtMs: number;
}

export interface WalletListName {
  accountName: string;
  name: string;
}

/** Wallets that accounts keep under a name. */
export interface WalletLists {
  /**
   * Creates a list, or replaces all its wallets.
   *
   * @param request.wallets addresses in any case and order; duplicates count once
   * @throws ControlError `unknown_account`; `invalid_input` for a name or an address; `list_limit`
   */
  setList(request: WalletListName & { wallets: readonly string[] }): Promise<WalletListSummary>;
  /** By account and name. @throws ControlError `unknown_account` */
  listLists(options?: { accountName?: string | undefined; limit?: number }): Promise<WalletListSummary[]>;
  /** In lower case and in order. @throws ControlError `unknown_account`, `unknown_list` */
  findList(of: WalletListName): Promise<Omit<WalletListSummary, 'wallets'> & { wallets: readonly string[] }>;
  /**
   * Costs little while a list stays as it is.
   *
   * @param version the version the caller has
   * @returns its wallets where they are others than in `version`; undefined where there is no such list
   */
  listSince(
    of: { accountId: string; name: string },
    version: string | undefined,
  ): Promise<{ version: string; wallets: readonly string[] | undefined } | undefined>;
  /** @throws ControlError `unknown_account`, `unknown_list`; `list_in_use` where an alert is of it */
  deleteList(of: WalletListName): Promise<WalletListSummary>;
}

export const walletListLimits = { wallets: 10_000, perAccount: 100 };
const listedLimit = { default: 1_000, most: 10_000 };

type Database = Pick<Kysely<ControlDatabase>, 'selectFrom'>;
type Changing = <T>(make: (change: Change) => Promise<T>) => Promise<T>;

export function createWalletLists(db: Kysely<ControlDatabase>, change: Changing): WalletLists {
  return {
    setList: (request) => change((made) => setList(made, request)),
    async listLists({ accountName, limit = listedLimit.default } = {}) {
      const of = accountName === undefined ? undefined : await accountId(db, accountName);
      const rows = await summaries(db)
        .$if(of !== undefined, (query) => query.where('account_id', '=', of!))
        .orderBy('accounts.name')
        .orderBy('wallet_lists.name')
        .limit(Math.min(Math.max(1, limit), listedLimit.most))
        .execute();
      return rows.map(summaryOf);
    },
    async findList(of) {
      const id = await accountId(db, of.accountName);
      const row = await summaries(db)
        .select('wallet_lists.wallets as all')
        .where('account_id', '=', id)
        .where('wallet_lists.name', '=', of.name)
        .executeTakeFirst();
      if (row === undefined) throw unknownList(of);
      return { ...summaryOf(row), wallets: row.all };
    },
    async listSince({ accountId: account, name }, version) {
      const row = await db
        .selectFrom('wallet_lists')
        .select([
          'version',
          sql<
            readonly string[] | null
          >`case when version is distinct from ${version ?? null} then wallets end`.as('others'),
        ])
        .where('account_id', '=', account)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && { version: row.version, wallets: row.others ?? undefined };
    },
    deleteList: (of) => change((made) => deleteList(made, of)),
  };
}

async function setList(
  { tx, now, rng }: Change,
  { accountName, name, wallets }: WalletListName & { wallets: readonly string[] },
): Promise<WalletListSummary> {
  const account = await lockAccount(tx, await accountId(tx, accountName), now);
  const known = await tx
    .selectFrom('wallet_lists')
    .select('name')
    .where('account_id', '=', account.id)
    .execute();
  if (!known.some((one) => one.name === name) && known.length >= walletListLimits.perAccount)
    throw new ControlError(
      'list_limit',
      `account ${account.name} has ${known.length} lists, the maximum; delete one`,
    );
  const values = {
    wallets: JSON.stringify(checkedWallets(wallets)),
    version: randomBase62(12, rng),
    changed_at: now,
  };
  await tx
    .insertInto('wallet_lists')
    .values({ account_id: account.id, name: checkedName('the name of the list', name), ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(values))
    .execute();
  return summaryIn(tx, account.id, { accountName, name });
}

/** @throws ControlError `invalid_input`, naming the first that is no address */
function checkedWallets(given: readonly string[]): string[] {
  const read = given.map(readAddress);
  const bad = read.indexOf(undefined);
  if (bad >= 0)
    throw new ControlError(
      'invalid_input',
      `wallet ${bad + 1} of the list is not an address (0x and 40 hex digits): ${given[bad]!.slice(0, 60)}`,
    );
  const wallets = [...new Set(read as string[])].sort();
  if (wallets.length === 0 || wallets.length > walletListLimits.wallets)
    throw new ControlError(
      'invalid_input',
      `a list holds 1 to ${walletListLimits.wallets} wallets; this one has ${wallets.length}`,
    );
  return wallets;
}

async function deleteList({ tx, now }: Change, of: WalletListName): Promise<WalletListSummary> {
  // The lock that alerts are made under, too: none of the list comes meanwhile.
  const account = await lockAccount(tx, await accountId(tx, of.accountName), now);
  const found = await summaryIn(tx, account.id, of);
  const rules = await tx
    .selectFrom('alert_rules')
    .select('id')
    .where('account_id', '=', account.id)
    .where(sql<string>`subscription ->> 'list'`, '=', of.name)
    .limit(5)
    .execute();
  if (rules.length > 0)
    throw new ControlError(
      'list_in_use',
      `alerts use the list ${of.name}: ${rules.map(({ id }) => id).join(', ')}; delete or change them first`,
    );
  await tx
    .deleteFrom('wallet_lists')
    .where('account_id', '=', account.id)
    .where('name', '=', of.name)
    .execute();
  return found;
}

function summaries(db: Database) {
  return db
    .selectFrom('wallet_lists')
    .innerJoin('accounts', 'accounts.id', 'wallet_lists.account_id')
    .select([
      ...(['accounts.name as account', 'wallet_lists.name', 'version', 'changed_at'] as const),
      sql<number>`jsonb_array_length(wallets)`.as('count'),
    ]);
}

async function summaryIn(db: Database, id: string, of: WalletListName): Promise<WalletListSummary> {
  const row = await summaries(db)
    .where('account_id', '=', id)
    .where('wallet_lists.name', '=', of.name)
    .executeTakeFirst();
  if (row === undefined) throw unknownList(of);
  return summaryOf(row);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function summaryOf({ account, name, count, version, changed_at }: SummaryRow): WalletListSummary {
  return { account, name, wallets: Number(count), version, changedAtMs: changed_at.getTime() };
}

export function unknownList({ accountName, name }: WalletListName): ControlError {
  return new ControlError(
    'unknown_list',
    `account ${accountName} has no list ${name.slice(0, 64)}; the list of lists has all names`,
  );
}
