import { type Kysely, sql } from 'kysely';
import { nextTier } from '../domain/tier.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { checkedName } from './account-name.ts';
import { accountId, lockAccount } from './accounts.ts';
import type {
  AlertChange,
  AlertFigures,
  AlertHead,
  AlertRule,
  AlertStore,
  AlertSummary,
  NewAlert,
} from './alert-store.ts';
import type { Change } from './change.ts';
import { ControlError } from './control-error.ts';
import { accountEntitlements, entitlementsOf } from './entitlements.ts';
import { randomBase62 } from './key-format.ts';
import type { ControlDatabase } from './schema.ts';
import { unknownList } from './wallet-lists.ts';

type Database = Pick<Kysely<ControlDatabase>, 'selectFrom'>;
type Changing = <T>(make: (change: Change) => Promise<T>) => Promise<T>;

const listLimit = 1_000;
const headsLimit = 10_000;
const secretBytes = 32;
const maxOverlapMs = 7 * 86_400_000;

const newSecret = (rng: Rng) => `whsec_${Buffer.from(rng.bytes(secretBytes)).toString('base64')}`;

export function createAlertRules(db: Kysely<ControlDatabase>, change: Changing, clock: Clock) {
  return {
    createAlert: (request) => change((made) => createAlert(made, request)),
    async listAlerts({ accountName, limit = listLimit } = {}) {
      const of = accountName === undefined ? undefined : await accountId(db, accountName);
      const rows = await summaries(db)
        .select([
          sql<string>`(select coalesce(sum(events), 0) from alert_deliveries where rule_id = alert_rules.id)`.as(
            'events',
          ),
          sql<Date | null>`(select max(ended_at) from alert_deliveries where rule_id = alert_rules.id and state = 'delivered')`.as(
            'delivered_at',
          ),
        ])
        .$if(of !== undefined, (query) => query.where('alert_rules.account_id', '=', of!))
        .orderBy('accounts.name')
        .orderBy('alert_rules.created_at')
        .orderBy('alert_rules.id')
        .limit(Math.min(Math.max(1, limit), 10 * listLimit))
        .execute();
      return rows.map((row) => ({
        ...summaryOf(row),
        events: Number(row.events),
        ...(row.delivered_at !== null && { deliveredAtMs: row.delivered_at.getTime() }),
      }));
    },
    findAlert: (id) => findAlert(db, id),
    changeAlert: (id, given) => change((made) => changeAlert(made, id, given)),
    setAlertState: (id, state, reason) =>
      change(async ({ tx, now }) => {
        await findAlert(tx, id);
        const set = { state, reason: state === 'active' ? null : (reason ?? null) };
        await tx.updateTable('alert_rules').set(set).where('id', '=', id).execute();
        if (state === 'active') await makeDue(tx, id, now);
        return findAlert(tx, id);
      }),
    retryAlert: (id) => change(({ tx, now }) => makeDue(tx, id, now)),
    deleteAlert: (id) =>
      change(async ({ tx }) => {
        const found = await findAlert(tx, id);
        await tx.deleteFrom('alert_rules').where('id', '=', id).execute();
        return found;
      }),
    rotateAlertSecret: (id, overlapMs) =>
      change(async ({ tx, now, rng }) => {
        if (!Number.isSafeInteger(overlapMs) || overlapMs < 0 || overlapMs > maxOverlapMs)
          throw new ControlError('invalid_input', 'the overlap must be 0 to 7 days');
        const found = await findAlert(tx, id);
        const secret = newSecret(rng);
        const until = new Date(now.getTime() + overlapMs);
        const old = overlapMs > 0 ? sql<string>`secret` : null;
        await tx
          .updateTable('alert_rules')
          .set({ secret, old_secret: old, old_secret_until: overlapMs > 0 ? until : null })
          .where('id', '=', id)
          .execute();
        return { ...found, secret };
      }),
    async alertTarget(id) {
      await findAlert(db, id);
      const row = await db
        .selectFrom('alert_rules')
        .select(['url', 'secret', 'old_secret', 'old_secret_until'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { url: row.url, secrets: secretsOf(row, clock.nowMs()) };
    },
    alertFigures: () => figures(db, clock.nowMs()),
    alertHeads: () => heads(db, new Date(clock.nowMs())),
    async switchAlertOff(rule, reason) {
      const off = { state: 'off', reason: reason.slice(0, 500) } as const;
      await db
        .updateTable('alert_rules')
        .set(off)
        .where('id', '=', rule)
        .where('state', '=', 'active')
        .execute();
    },
  } satisfies Partial<AlertStore>;
}

async function makeDue(tx: Change['tx'], id: string, now: Date): Promise<void> {
  await tx.updateTable('alert_rules').set({ throttled_until: null }).where('id', '=', id).execute();
  await tx
    .updateTable('alert_deliveries')
    .set({ attempts: 0, first_attempt_at: null, next_at: now })
    .where('rule_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

export function secretsOf(
  row: { secret: string; old_secret: string | null; old_secret_until: Date | null },
  nowMs: number,
): string[] {
  const { secret, old_secret: old, old_secret_until: until } = row;
  return old !== null && until !== null && until.getTime() > nowMs ? [secret, old] : [secret];
}

async function createAlert(
  { tx, now, rng }: Change,
  request: NewAlert,
): Promise<AlertRule & { secret: string }> {
  const { subscription, url, format, coolDownMs, from, mostOf } = request;
  const name = checkedName('the name of the alert', request.name);
  const account = await lockAccount(tx, await accountId(tx, request.accountName), now);
  const { rules } = await tx
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<string>().as('rules'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const most = mostOf(account.tier);
  if (Number(rules) >= most) {
    const better = nextTier(account.tier, () => true);
    const remedy = better === undefined ? '' : `, or give the account the ${better} tier`;
    throw new ControlError(
      'alert_limit',
      `account ${account.name} has ${rules} alerts, and the ${account.tier} tier allows ${most}; delete one${remedy}`,
    );
  }
  await checkList(tx, account, subscription);
  const [id, secret] = [`alr_${randomBase62(12, rng)}`, newSecret(rng)];
  await tx
    .insertInto('alert_rules')
    .values({
      id,
      account_id: account.id,
      name,
      subscription: JSON.stringify(subscription),
      url,
      format,
      cool_down_ms: coolDownMs,
      secret,
      old_secret: null,
      old_secret_until: null,
      state: 'active',
      reason: null,
      place: from.place,
      token: from.token,
      fired_ms: null,
      held_back: 0,
      throttled_until: null,
      created_at: now,
    })
    .execute();
  return { ...(await findAlert(tx, id)), secret };
}

async function changeAlert({ tx, now }: Change, id: string, given: AlertChange): Promise<AlertRule> {
  const { name, subscription, url, coolDownMs } = given;
  const { account } = await findAlert(tx, id);
  if (subscription?.list !== undefined)
    await checkList(tx, await lockAccount(tx, await accountId(tx, account), now), subscription);
  await tx
    .updateTable('alert_rules')
    .set({ revision: sql<number>`revision + 1` })
    .$if(name !== undefined, (query) => query.set({ name: checkedName('the name of the alert', name!) }))
    .$if(subscription !== undefined, (query) => query.set({ subscription: JSON.stringify(subscription) }))
    .$if(url !== undefined, (query) => query.set({ url: url!, throttled_until: null }))
    .$if(coolDownMs !== undefined, (query) => query.set({ cool_down_ms: coolDownMs! }))
    .where('id', '=', id)
    .execute();
  return findAlert(tx, id);
}

/** Checks the list of an alert under the account's lock, so that the list is not deleted meanwhile. @throws ControlError `unknown_list` */
async function checkList(
  tx: Database,
  account: { id: string; name: string },
  { list }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof list !== 'string') return;
  const found = await tx
    .selectFrom('wallet_lists')
    .select('name')
    .where('account_id', '=', account.id)
    .where('name', '=', list)
    .executeTakeFirst();
  if (found === undefined) throw unknownList({ accountName: account.name, name: list });
}

function summaries(db: Database) {
  return db
    .selectFrom('alert_rules')
    .innerJoin('accounts', 'accounts.id', 'alert_rules.account_id')
    .select((eb) => [
      ...([
        'alert_rules.id',
        'accounts.name as account',
        'alert_rules.name',
        'url',
        'format',
        'cool_down_ms',
      ] as const),
      ...(['state', 'reason', 'place', 'fired_ms', 'throttled_until', 'alert_rules.created_at'] as const),
      sql<string>`alert_rules.subscription ->> 'type'`.as('feed'),
      eb
        .selectFrom('alert_deliveries')
        .select((inner) => inner.fn.countAll<string>().as('pending'))
        .whereRef('rule_id', '=', 'alert_rules.id')
        .where('alert_deliveries.state', '=', 'pending')
        .as('pending'),
    ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function summaryOf(row: SummaryRow): AlertSummary {
  const { id, account, name, feed, url, format, state, reason } = row;
  return {
    id,
    account,
    name,
    feed,
    url,
    format,
    coolDownMs: Number(row.cool_down_ms),
    state,
    ...(reason !== null && { reason }),
    pending: Number(row.pending),
    place: Number(row.place),
    ...(row.fired_ms !== null && { firedAtMs: Number(row.fired_ms) }),
    ...(row.throttled_until !== null && { throttledUntilMs: row.throttled_until.getTime() }),
    createdAtMs: row.created_at.getTime(),
  };
}

/** @throws ControlError `unknown_alert` */
export async function findAlert(db: Database, id: string): Promise<AlertRule> {
  const row = await summaries(db).select('subscription').where('alert_rules.id', '=', id).executeTakeFirst();
  if (row === undefined)
    throw new ControlError(
      'unknown_alert',
      `there is no alert ${id.slice(0, 40)}; the list of alerts has all ids`,
    );
  return { ...summaryOf(row), subscription: row.subscription };
}

async function figures(db: Database, nowMs: number): Promise<AlertFigures> {
  const byState = await db
    .selectFrom('alert_rules')
    .select((eb) => ['state', eb.fn.countAll<string>().as('rules')])
    .groupBy('state')
    .execute();
  const { waiting, oldest } = await db
    .selectFrom('alert_deliveries')
    .innerJoin('alert_rules', 'alert_rules.id', 'alert_deliveries.rule_id')
    .select((eb) => [
      eb.fn.countAll<string>().as('waiting'),
      sql<Date | null>`min(coalesce(first_attempt_at, next_at)) filter (where alert_rules.state = 'active')`.as(
        'oldest',
      ),
    ])
    .where('alert_deliveries.state', '=', 'pending')
    .executeTakeFirstOrThrow();
  const rules = { active: 0, paused: 0, off: 0 };
  for (const one of byState) rules[one.state] = Number(one.rules);
  return {
    rules,
    waiting: Number(waiting),
    oldestMs: oldest === null ? 0 : Math.max(0, nowMs - oldest.getTime()),
  };
}

async function heads(db: Database, now: Date): Promise<AlertHead[]> {
  const rows = await db
    .selectFrom('alert_rules')
    .innerJoin('accounts', 'accounts.id', 'alert_rules.account_id')
    .select((eb) => [
      ...([
        'alert_rules.id',
        'accounts.name as account',
        'account_id as accountId',
        'limit_overrides',
        'place',
        'token',
        'revision',
      ] as const),
      ...(['cool_down_ms', 'fired_ms', 'held_back'] as const),
      entitlementsOf(eb.ref('accounts.id'), now).as('entitlements'),
      sql<string>`row_number() over (partition by account_id order by alert_rules.created_at, alert_rules.id) - 1`.as(
        'rank',
      ),
      eb
        .selectFrom('alert_deliveries')
        .select((inner) => inner.fn.countAll<string>().as('pending'))
        .whereRef('rule_id', '=', 'alert_rules.id')
        .where('alert_deliveries.state', '=', 'pending')
        .as('pending'),
    ])
    .where('state', '=', 'active')
    .orderBy('alert_rules.created_at')
    .orderBy('alert_rules.id')
    .limit(headsLimit)
    .execute();
  return rows.map((row) => {
    const { tier, limits } = accountEntitlements(row, now.getTime());
    return {
      id: row.id,
      account: row.account,
      accountId: row.accountId,
      tier,
      windowDays: limits.windowDays,
      rank: Number(row.rank),
      pending: Number(row.pending),
      mark: { place: Number(row.place), token: row.token },
      revision: row.revision,
      coolDownMs: Number(row.cool_down_ms),
      heldBack: Number(row.held_back),
      firedMs: row.fired_ms === null ? undefined : Number(row.fired_ms),
    };
  });
}
