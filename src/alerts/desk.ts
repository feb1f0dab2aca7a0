import { lookup } from 'node:dns/promises';
import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { AlertChange, AlertFormat, AlertRule, AlertStore } from '../control/alert-store.ts';
import { ControlError } from '../control/control-error.ts';
import { bareName, createCoinSpellings } from '../domain/coin-spelling.ts';
import type { Tier } from '../domain/tier.ts';
import { dayMs, monotonicMs, systemClock } from '../kernel/clock.ts';
import type { ArgumentInput } from '../streams/feed-arguments.ts';
import { changesOfType, type EventSubscription } from '../streams/subscription.ts';
import { testMessage } from './messages.ts';
import type { RehearsalRequest } from './rehearsal.ts';
import { type AlertSubscription, newestMark, readAlert, storedForm } from './rule.ts';
import { createSender } from './sender.ts';
import { addressesOf, readTarget, shownTarget, type TargetPolicy, TargetRefused } from './target.ts';
import type { AlertTerms } from './terms.ts';

/** Requested feed and filter: the arguments of a stream subscription, by name. */
export interface AlertRequest extends ArgumentInput {
  feed: string;
}

export interface AlertAccount {
  id: string;
  name: string;
  tier: Tier;
}

export interface NewAlertRequest extends AlertRequest {
  url: string;
  name?: string | undefined;
  format?: AlertFormat | undefined;
  coolDownMs?: number | undefined;
}

/** Fields of an alert to change; `of` replaces the whole filter. */
export interface AlertChangeRequest extends Pick<AlertChange, 'name' | 'url' | 'coolDownMs'> {
  of?: AlertRequest | undefined;
}

export interface AlertDesk {
  alerts: AlertStore;
  analytics: Pick<AnalyticsStore, 'rows'>;
  terms: AlertTerms;
}

/** Masks the target address of an alert, because it may hold a secret. */
export function shownAlert<Rule extends { url: string; format: string }>(rule: Rule): Rule {
  return { ...rule, url: shownTarget(rule.url, rule.format) };
}

/**
 * The alert starts at the current end of the log.
 *
 * @returns The alert with its signing secret.
 * @throws ControlError `invalid_input`, `alert_limit`; AnalyticsError
 */
export async function makeAlert(
  { alerts, analytics, terms }: AlertDesk,
  account: AlertAccount,
  { url, name, format = 'json', coolDownMs = 0, ...of }: NewAlertRequest,
): Promise<AlertRule & { secret: string }> {
  const { read, subscription } = await readRequest(analytics, of, account);
  await checkTarget(url, format, terms.policy);
  const made = { accountName: account.name, name: name ?? of.feed, subscription, url, format, coolDownMs };
  const from = await newestMark(analytics, read);
  return shownAlert(await alerts.createAlert({ ...made, from, mostOf: terms.rulesOf }));
}

/** Changes an alert, which keeps its log position. @throws ControlError `unknown_alert`, `invalid_input`; AnalyticsError */
export async function changeAlert(
  { alerts, analytics, terms }: AlertDesk,
  id: string,
  account: Pick<AlertAccount, 'id' | 'tier'>,
  { of, ...change }: AlertChangeRequest,
): Promise<AlertRule> {
  const { format, subscription: before } = await alerts.findAlert(id);
  if (change.url !== undefined) await checkTarget(change.url, format, terms.policy);
  const subscription = of && (await readRequest(analytics, of, account)).subscription;
  // Positions of each list of changes and of fills belong to different logs.
  if (subscription !== undefined && changesOfType(subscription.type) !== changesOfType(before.type))
    throw new ControlError('invalid_input', 'the new feed has another log: create a new alert for it');
  return shownAlert(await alerts.changeAlert(id, { ...change, subscription }));
}

/**
 * Validates a rehearsal request: an alert and the span of stored history to run it over.
 *
 * @param input.fromMs Unix milliseconds; default: `input.usualMs` before the end, within the history.
 * @param of.windowDays Maximum history, days.
 * @throws ControlError `invalid_input`; AnalyticsError
 */
export async function readRehearsal(
  analytics: Pick<AnalyticsStore, 'rows'>,
  input: AlertRequest & {
    coolDownMs?: number | undefined;
    fromMs?: number | undefined;
    toMs?: number | undefined;
    usualMs: number;
  },
  {
    windowDays,
    nowMs,
    ...account
  }: { tier: Tier; id?: string | undefined; windowDays: number; nowMs: number },
): Promise<RehearsalRequest> {
  const startMs = nowMs - windowDays * dayMs;
  const { coolDownMs = 0, toMs = nowMs, usualMs, fromMs = Math.max(toMs - usualMs, startMs), ...of } = input;
  if (fromMs > toMs || fromMs < startMs)
    throw new ControlError(
      'invalid_input',
      `the span must end after its start and start within the last ${windowDays} days`,
    );
  const { read: subscription } = await readRequest(analytics, of, account);
  return { subscription, coolDownMs, fromMs, toMs };
}

const tradedCoins = query({
  name: 'alert_coins',
  params: {},
  row: Type.Object({ coin: Type.String(), fills: Type.String() }),
  limits: { deadlineMs: 30_000, maxRows: 1_000_000 },
  sql: "SELECT CAST(coin_hour.coin, 'String') AS coin, toString(sum(coin_hour.fills)) AS fills FROM coin_hour GROUP BY coin ORDER BY sum(coin_hour.fills) DESC",
});

/** @throws ControlError `invalid_input` with the stream protocol's error text; AnalyticsError */
export async function readRequest(
  store: Pick<AnalyticsStore, 'rows'>,
  { feed, wallets, ...others }: AlertRequest,
  { tier, id: accountId }: { tier: Tier; id?: string | undefined },
): Promise<{ read: EventSubscription; subscription: AlertSubscription }> {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const isOfUsers = feed.endsWith('ByUsers') && others.users === undefined;
  const named = isOfUsers ? { users: wallets } : { wallets };
  const params: AlertSubscription = {
    type: feed,
    ...Object.fromEntries(given),
    ...(wallets !== undefined && named),
  };
  const coinOf = await coinsOf(store, others.coin !== undefined || others.coins !== undefined);
  if (others.list !== undefined && accountId === undefined)
    throw new ControlError('invalid_input', 'name the account too: the list belongs to one');
  const read = readAlert(params, { tier, accountId, coinOf });
  if ('refused' in read) throw new ControlError('invalid_input', `there is no such alert: ${read.refused}`);
  return { read, subscription: storedForm(params, read) };
}

/** Resolves coin names as streams do, among all coins ever traded. */
async function coinsOf(store: Pick<AnalyticsStore, 'rows'>, isNamed: boolean) {
  const rows = isNamed ? await store.rows(tradedCoins, {}) : [];
  const fills = new Map(rows.map((row) => [row.coin, Number(row.fills)]));
  const spelt = rows.map(({ coin }) => ({ coin, aliases: coin.includes(':') ? [bareName(coin)] : [] }));
  return createCoinSpellings(spelt, (coin) => fills.get(coin) ?? 0).resolve;
}

/** @throws ControlError `invalid_input` if messages cannot be sent to the address */
export async function checkTarget(url: string, format: AlertFormat, policy: TargetPolicy): Promise<void> {
  try {
    const target = readTarget(url, policy);
    if (format === 'telegram' && !target.searchParams.has('chat_id'))
      throw new TargetRefused(
        'for Telegram the address has the form https://api.telegram.org/bot<TOKEN>/sendMessage?chat_id=<CHAT>',
      );
    await addressesOf(target, policy, (name) => lookup(name, { all: true }));
  } catch (error) {
    // DNS: unknown name, or no server answers.
    const { code, message } = error as NodeJS.ErrnoException;
    const why = error instanceof TargetRefused ? message : `its host cannot be resolved (${code})`;
    throw new ControlError('invalid_input', `the address cannot be used: ${why}`);
  }
}

/** Result of a test: the HTTP status, or the fault if there is none. */
export interface TestResult {
  status?: number;
  fault?: string;
  tookMs: number;
}

/**
 * Sends a signed test message to the target of an alert; a 2xx also retries its pending messages.
 *
 * @throws ControlError `unknown_alert`
 */
export async function sendTest(
  alerts: Pick<AlertStore, 'findAlert' | 'alertTarget' | 'retryAlert'>,
  id: string,
  policy: TargetPolicy,
): Promise<TestResult> {
  const { name, feed, format } = await alerts.findAlert(id);
  const { url, secrets } = await alerts.alertTarget(id);
  const nowMs = systemClock.nowMs();
  const message = testMessage({ id, name, feed, format, url }, nowMs);
  const startMs = monotonicMs();
  const sent = await createSender({ policy })({ ...message, url, secrets, nowMs });
  const tookMs = Math.round(monotonicMs() - startMs);
  if ('fault' in sent) return { fault: sent.fault, tookMs };
  if (sent.status >= 200 && sent.status < 300) await alerts.retryAlert(id);
  return { status: sent.status, tookMs };
}
