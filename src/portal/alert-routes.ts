import { type Static, Type } from 'typebox';
import { params as askedOf, coolDownMs, format, url } from '../alerts/alert-input.ts';
import {
  type AlertDesk,
  changeAlert,
  makeAlert,
  readRehearsal,
  sendTest,
  shownAlert,
} from '../alerts/desk.ts';
import { dryRunAlert, estimateAlert } from '../alerts/rehearsal.ts';
import { setBack } from '../alerts/set-back.ts';
import type { AlertTerms } from '../alerts/terms.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { AlertDelivery, AlertRule, AlertSummary } from '../control/alert-store.ts';
import type { AttemptRule } from '../control/attempts.ts';
import type { ControlStore } from '../control/store.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { type Clock, dayMs, hourMs, rfc3339 } from '../kernel/clock.ts';
import { eventFeeds } from '../streams/feeds.ts';
import type { AccountAccess } from './account-access.ts';
import {
  done,
  form,
  json,
  type PortalHandler,
  type PortalRequest,
  type PortalRoutes,
} from './portal-call.ts';
import { badRequest, tooMany, unknown } from './refusal.ts';

export interface PortalAlerts {
  terms: AlertTerms;
  /** Holds the fills. */
  analytics: Pick<AnalyticsStore, 'rows'>;
}

export interface AlertRoutesOptions {
  control: Pick<ControlStore, 'alerts' | 'attempts' | 'findAccount' | 'lists'>;
  alerts: PortalAlerts;
  access: AccountAccess;
  clock: Clock;
}

/** What fits into a form; a rule that an operator makes may have ten thousand. */
const walletsLimit = 500;
const strict = { additionalProperties: false };
const of = Type.Object(
  {
    ...askedOf,
    wallets: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: walletsLimit })),
    coins: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })),
  },
  strict,
);
const name = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
const coolDown = Type.Optional(coolDownMs);
const newAlert = Type.Object({ of, url, name, format: Type.Optional(format), coolDownMs: coolDown }, strict);
const change = Type.Object(
  { of: Type.Optional(of), url: Type.Optional(url), name, coolDownMs: coolDown },
  strict,
);
const rotation = Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: 168 }) }, strict);
const again = Type.Object(
  {
    delivery: Type.Optional(Type.String({ maxLength: 64 })),
    from: Type.Optional(Type.String({ maxLength: 64 })),
  },
  strict,
);
const skipping = Type.Object({ delivery: Type.String({ maxLength: 64 }) }, strict);
const rehearsal = Type.Object(
  { of, coolDownMs: coolDown, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) },
  strict,
);
const estimateDays = 7;
const dryRunMoments = 50;
const deliveriesShown = 200;

/** Rate limits per account: each of these costs the store, or a third-party server. */
const rules = {
  change: { name: 'alerts changed', limit: 120, windowMs: hourMs },
  rehearse: { name: 'alerts rehearsed', limit: 60, windowMs: hourMs },
  test: { name: 'alerts tested', limit: 30, windowMs: hourMs },
  setBack: { name: 'alerts set back', limit: 10, windowMs: hourMs },
} satisfies Record<string, AttemptRule>;

/** The alerts of an account, which all of its people may make, change and end. */
export function alertRoutes({ control, alerts: parts, access, clock }: AlertRoutesOptions): PortalRoutes {
  const { alerts } = control;
  const { terms, analytics } = parts;
  const desk: AlertDesk = { alerts, analytics, terms };
  const sources = () => ({ cohorts: terms.cohorts, lists: control.lists.listSince });

  async function count(rule: AttemptRule, account: string, what: string): Promise<void> {
    const waitMs = await control.attempts.take(rule, account);
    if (waitMs > 0) throw tooMany(`This account has ${what} ${rule.limit} times within an hour.`, waitMs);
  }

  /** A rule of this account and no other. */
  const ofRule =
    (answer: (rule: AlertRule, request: PortalRequest, visit: Visit) => Promise<Response>): PortalHandler =>
    async (request, names) => {
      const { account, person } = await access(request, names);
      const rule = (await alerts.listAlerts({ accountName: account.name })).find(
        ({ id }) => id === names.alert,
      );
      if (rule === undefined) throw unknown('alert');
      const visit = {
        account: account.name,
        tier: account.tier,
        accountId: account.accountId,
        person: person.email,
      };
      return answer(await alerts.findAlert(rule.id), request, visit);
    };

  async function rehearsed(
    { of, coolDownMs, days }: Static<typeof rehearsal>,
    name: string,
    usualDays: number,
  ) {
    const { id, tier, limits } = await control.findAccount(name);
    const usualMs = Math.min(days ?? usualDays, limits.windowDays) * dayMs;
    const within = { id, tier, windowDays: limits.windowDays, nowMs: clock.nowMs() };
    return readRehearsal(analytics, { ...of, coolDownMs, usualMs }, within);
  }

  return {
    'accounts/{account}/alerts': {
      async GET(request, names) {
        const { account } = await access(request, names);
        const listed = await alerts.listAlerts({ accountName: account.name });
        const limit = terms.rulesOf(account.tier);
        const shown = listed.map(({ events, deliveredAtMs, ...rule }) => {
          return { ...summaryOf(rule), events, deliveredAt: time(deliveredAtMs) };
        });
        return json({ alerts: shown, limit, tier: account.tier, feeds: feedsOf(account.tier), walletsLimit });
      },
      async POST(request, names) {
        const { account } = await access(request, names);
        const { of, ...given } = await form(request, newAlert);
        await count(rules.change, account.accountId, 'changed its alerts');
        const made = await makeAlert(desk, { ...account, id: account.accountId }, { ...of, ...given });
        return json({ ...shownRule(made), secret: made.secret }, 201);
      },
    },
    'accounts/{account}/alerts/estimate': {
      async POST(incoming, names) {
        const { account } = await access(incoming, names);
        const given = await form(incoming, rehearsal);
        await count(rules.rehearse, account.accountId, 'asked for estimates');
        const request = await rehearsed(given, account.name, estimateDays);
        const { fromMs, toMs, ...found } = await estimateAlert(analytics, request, sources());
        return json({ ...found, from: rfc3339(fromMs), to: rfc3339(toMs) });
      },
    },
    'accounts/{account}/alerts/dry-run': {
      async POST(incoming, names) {
        const { account } = await access(incoming, names);
        const given = await form(incoming, rehearsal);
        await count(rules.rehearse, account.accountId, 'asked for estimates');
        const request = await rehearsed(given, account.name, 1);
        const { fromMs, toMs, isWhole, fires } = await dryRunAlert(
          analytics,
          request,
          sources(),
          dryRunMoments,
        );
        const shown = fires.map(({ atMs, heldBack, lines }) => {
          return { at: rfc3339(atMs), heldBack: heldBack ?? 0, lines };
        });
        return json({ from: rfc3339(fromMs), to: rfc3339(toMs), isWhole, fires: shown });
      },
    },
    'accounts/{account}/alerts/{alert}': {
      GET: ofRule(async (rule) => json(shownRule(rule))),
      POST: ofRule(async ({ id }, request, { tier, accountId }) => {
        const given = await form(request, change);
        await count(rules.change, accountId, 'changed its alerts');
        return json(shownRule(await changeAlert(desk, id, { id: accountId, tier }, given)));
      }),
      DELETE: ofRule(async ({ id }) => {
        await alerts.deleteAlert(id);
        return done();
      }),
    },
    'accounts/{account}/alerts/{alert}/pause': {
      POST: ofRule(async ({ id }, _, { person }) =>
        json(shownRule(await alerts.setAlertState(id, 'paused', `by ${person}`))),
      ),
    },
    'accounts/{account}/alerts/{alert}/resume': {
      POST: ofRule(async ({ id }) => json(shownRule(await alerts.setAlertState(id, 'active')))),
    },
    'accounts/{account}/alerts/{alert}/rotate': {
      POST: ofRule(async ({ id }, request) => {
        const { overlapHours } = await form(request, rotation);
        const { secret } = await alerts.rotateAlertSecret(id, overlapHours * hourMs);
        return json({ id, secret }, 201);
      }),
    },
    'accounts/{account}/alerts/{alert}/test': {
      POST: ofRule(async ({ id }, _, { accountId }) => {
        await count(rules.test, accountId, 'tested its alerts');
        const { status, fault, tookMs } = await sendTest(alerts, id, terms.policy);
        return json({ status: status ?? null, fault: fault ?? null, tookMs });
      }),
    },
    'accounts/{account}/alerts/{alert}/deliveries': {
      GET: ofRule(async ({ id }) => {
        const deliveries = await alerts.alertDeliveries(id, { limit: deliveriesShown });
        return json({ deliveries: deliveries.map(shownDelivery) });
      }),
    },
    'accounts/{account}/alerts/{alert}/resend': {
      POST: ofRule(async ({ id }, request, { account, accountId }) => {
        const { delivery, from } = await form(request, again);
        if (delivery !== undefined && from === undefined)
          return json({ again: await alerts.resendAlerts(id, { delivery }) });
        if (from === undefined || delivery !== undefined)
          throw badRequest('name one message, or where to begin');
        await count(rules.setBack, accountId, 'set its alerts back');
        const { limits } = await control.findAccount(account);
        const given = { from, nowMs: clock.nowMs(), windowDays: limits.windowDays };
        return json(shownRule(await setBack(desk, id, given)));
      }),
    },
    'accounts/{account}/alerts/{alert}/skip': {
      POST: ofRule(async ({ id }, request) => {
        const { delivery } = await form(request, skipping);
        return json(shownDelivery(await alerts.skipDelivery(id, delivery)));
      }),
    },
  };
}

interface Visit {
  account: string;
  accountId: string;
  tier: Tier;
  /** Their e-mail address. */
  person: string;
}

/** Feeds that alerts can be of, with what each needs. */
function feedsOf(tier: Tier) {
  return Object.entries(eventFeeds).map(([type, feed]) => {
    const { argument = null, events = [], changes } = feed;
    const isOfFills = changes === undefined;
    return { type, argument, events, isOfFills, tier: feed.tier, isAllowed: tierAllows(tier, feed.tier) };
  });
}

const shownRule = (rule: AlertRule) => ({ ...summaryOf(rule), of: rule.subscription });

const time = (timeMs: number | undefined) => (timeMs === undefined ? null : rfc3339(timeMs));

function summaryOf(rule: AlertSummary) {
  const { id, name, feed, url, format, coolDownMs, state, reason, pending } = shownAlert(rule);
  return {
    id,
    name,
    feed,
    url,
    format,
    coolDownMs,
    state,
    reason: reason ?? null,
    pending,
    firedAt: time(rule.firedAtMs),
    throttledUntil: time(rule.throttledUntilMs),
    createdAt: rfc3339(rule.createdAtMs),
  };
}

function shownDelivery({ id, events, state, attempts, status, fault, ...at }: AlertDelivery) {
  return {
    id,
    events,
    state,
    attempts,
    status: status ?? null,
    fault: fault ?? null,
    createdAt: rfc3339(at.createdAtMs),
    nextAt: time(at.nextAtMs),
    endedAt: time(at.endedAtMs),
  };
}
