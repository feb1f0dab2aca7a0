import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NewAlert, NewDelivery } from '../../src/control/alert-store.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import type { AccountStage } from './control-accounts.ts';
import { fault } from './control-fault.ts';

/** Guarantees of every control store for alerts and their messages. */
export function alertConformance({ store, nowMs, pass: advance }: AccountStage): void {
  let accounts = 0;
  const newAccount = () => {
    accounts += 1;
    return `alerts ${accounts}`;
  };
  const alerts = () => store().alerts;
  let messages = 0;

  async function create(more: Partial<NewAlert> = {}) {
    const accountName = more.accountName ?? newAccount();
    await store().createAccount(accountName);
    return alerts().createAlert({
      accountName,
      name: 'whales',
      subscription: { type: 'trades', side: 'buy' },
      format: 'json',
      url: 'https://example.com/hook',
      coolDownMs: 0,
      from: { place: 10, token: 't10' },
      mostOf: () => 3,
      ...more,
    });
  }

  function message(place: number, part = 0): NewDelivery {
    messages += 1;
    return { id: `msg_${messages}`, place, part, body: `{"n":${messages}}`, events: 1 };
  }

  const advanced = (
    rule: string,
    after: number,
    to: number,
    deliveries: readonly NewDelivery[],
    revision = 0,
  ) =>
    alerts().storeAlerts({
      rule,
      after,
      revision,
      mark: { place: to, token: `t${to}` },
      firedMs: 5,
      heldBack: 0,
      deliveries,
    });
  const due = async (rule: string) => (await alerts().dueDeliveries()).filter((one) => one.rule === rule);

  it('makes an alert with a secret that is shown this once, and lists it without', async () => {
    const made = await create();
    assert.match(made.secret, /^whsec_[\w+/]{43}=$/);
    const found = await alerts().findAlert(made.id);
    const { secret: _, ...rest } = made;
    assert.deepEqual(found, rest);
    assert.deepEqual(found.subscription, { type: 'trades', side: 'buy' });
    const listed = await alerts().listAlerts({ accountName: found.account });
    assert.deepEqual(
      listed.map(({ id, feed, state }) => [id, feed, state]),
      [[made.id, 'trades', 'active']],
    );
    assert.ok(!JSON.stringify(listed).includes('whsec_'));
  });

  it('makes as many alerts as the tier has and not one beyond, of many asked for at once', async () => {
    const accountName = newAccount();
    await store().createAccount(accountName);
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create({ accountName })));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 3);
    const refused = made.find((one) => one.status === 'rejected');
    assert.ok(fault('alert_limit', accountName, 'free', 'delete one')(refused!.reason));
  });

  it('stores messages and the place that they reach together, once, whichever process comes first', async () => {
    const { id } = await create();
    const [a, b] = [message(11), message(12)];
    const both = await Promise.all([advanced(id, 10, 12, [a, b]), advanced(id, 10, 12, [message(11)])]);
    assert.deepEqual(both.sort(), [false, true]);
    assert.equal(await advanced(id, 10, 20, [message(20)]), false);
    const found = await alerts().findAlert(id);
    assert.equal(found.place, 12);
    assert.equal((await alerts().alertHeads()).find((head) => head.id === id)?.mark.token, 't12');
    // A message that cannot be stored takes its place with it.
    await assert.rejects(advanced(id, 12, 30, [{ ...message(30), part: 2 ** 40 }]));
    assert.equal((await alerts().findAlert(id)).place, 12);
  });

  it('gives the oldest message of each alert that waits, when it is due, one after the other', async () => {
    const { id } = await create();
    const made = [message(11, 1), message(11, 0), message(12)];
    await advanced(id, 10, 12, made);
    const order = [made[1]!, made[0]!, made[2]!];
    const [first] = await due(id);
    assert.equal(first!.id, order[0]!.id);
    const nextMs = nowMs() + hourMs;
    await alerts().noteDelivery(first!.id, {
      status: 500,
      fault: 'it answered 500',
      nextMs,
      isThrottled: false,
    });
    assert.deepEqual(await due(id), []);
    advance(hourMs);
    const [again] = await due(id);
    assert.deepEqual([again!.id, again!.attempts, again!.body], [first!.id, 1, first!.body]);
    assert.equal(again!.firstAttemptMs, nextMs - hourMs);
    for (const { id: expected } of order) {
      const [one] = await alerts().dueDeliveries({ rule: id });
      assert.equal(one!.id, expected);
      await alerts().noteDelivery(one!.id, { status: 204 });
    }
    assert.deepEqual(await due(id), []);
    const listed = await alerts().alertDeliveries(id);
    assert.deepEqual(
      listed.map(({ state, status, attempts }) => [state, status, attempts]),
      [
        ['delivered', 204, 1],
        ['delivered', 204, 1],
        ['delivered', 204, 2],
      ],
    );
  });

  it('sends nothing of an alert whose receiver asked to wait, is paused or off, and all of it afterwards', async () => {
    const { id } = await create();
    const made = message(11);
    await advanced(id, 10, 11, [made]);
    const nextMs = nowMs() + 60_000;
    await alerts().noteDelivery(made.id, { status: 429, fault: 'busy', nextMs, isThrottled: true });
    assert.equal((await alerts().findAlert(id)).throttledUntilMs, nextMs);
    await alerts().resendAlerts(id, { delivery: made.id });
    assert.deepEqual(await due(id), []);
    advance(60_000);
    assert.equal((await due(id)).length, 1);
    await alerts().setAlertState(id, 'paused', 'as its owner wished');
    assert.deepEqual(await due(id), []);
    assert.equal((await alerts().setAlertState(id, 'active')).reason, undefined);
    await alerts().switchAlertOff(id, 'gone');
    const off = await alerts().findAlert(id);
    assert.deepEqual([off.state, off.reason, off.pending], ['off', 'gone', 1]);
    await alerts().setAlertState(id, 'active');
    assert.equal((await due(id)).length, 1);
  });

  it('signs with two secrets while they are rotated, then with the new one', async () => {
    const { id, secret } = await create();
    const rotated = await alerts().rotateAlertSecret(id, hourMs);
    assert.deepEqual((await alerts().alertTarget(id)).secrets, [rotated.secret, secret]);
    advance(hourMs);
    assert.deepEqual((await alerts().alertTarget(id)).secrets, [rotated.secret]);
    const last = await alerts().rotateAlertSecret(id, 0);
    assert.deepEqual((await alerts().alertTarget(id)).secrets, [last.secret]);
    await assert.rejects(alerts().rotateAlertSecret(id, 8 * 24 * hourMs), fault('invalid_input', '7 days'));
  });

  it('sends again one message or those since a moment, and forgets delivered ones of long ago', async () => {
    const { id } = await create();
    const made = [message(11), message(12)];
    await advanced(id, 10, 12, made);
    for (const one of made) await alerts().noteDelivery(one.id, { status: 200 });
    assert.equal(await alerts().resendAlerts(id, { delivery: made[1]!.id }), 1);
    assert.equal((await due(id))[0]!.id, made[1]!.id);
    assert.equal(await alerts().resendAlerts(id, { sinceMs: nowMs() - 1 }), 2);
    assert.equal((await due(id))[0]!.id, made[0]!.id);
    await assert.rejects(
      alerts().resendAlerts(id, { delivery: 'msg_none' }),
      fault('unknown_alert', 'msg_none'),
    );
    await alerts().noteDelivery(made[0]!.id, { status: 200 });
    advance(1);
    await alerts().pruneDeliveries(nowMs());
    assert.deepEqual(
      (await alerts().alertDeliveries(id)).map((one) => one.id),
      [made[1]!.id],
    );
  });

  it('changes an alert, and stores nothing more of it as it was before', async () => {
    const { id } = await create();
    const changed = await alerts().changeAlert(id, {
      name: 'others',
      coolDownMs: 5,
      subscription: { type: 'liquidations' },
    });
    assert.deepEqual([changed.name, changed.coolDownMs, changed.feed], ['others', 5, 'liquidations']);
    assert.deepEqual(
      [changed.url, changed.subscription],
      ['https://example.com/hook', { type: 'liquidations' }],
    );
    assert.equal(await advanced(id, 10, 11, [message(11)]), false);
    assert.equal((await alerts().alertHeads()).find((head) => head.id === id)!.revision, 1);
    assert.equal(await advanced(id, 10, 11, [message(11)], 1), true);
    const moved = await alerts().changeAlert(id, { url: 'https://example.com/other' });
    assert.deepEqual([moved.url, moved.place], ['https://example.com/other', 11]);
    await assert.rejects(alerts().changeAlert(id, { name: ' ' }), fault('invalid_input', 'name'));
    await assert.rejects(alerts().changeAlert('alr_none', { name: 'a' }), fault('unknown_alert', 'alr_none'));
  });

  it('sets an alert back: what waits behind the place is made once more, and the same message is sent once more', async () => {
    const { id } = await create();
    const [a, b] = [message(11), message(12)];
    await advanced(id, 10, 12, [a, b]);
    await alerts().noteDelivery(a.id, { status: 200 });
    await assert.rejects(
      alerts().rewindAlert(id, { place: 13, token: 't13' }),
      fault('invalid_input', 'has not reached'),
    );
    const back = await alerts().rewindAlert(id, { place: 10, token: 't10' });
    assert.deepEqual([back.place, back.pending, back.firedAtMs], [10, 0, undefined]);
    assert.equal(await advanced(id, 10, 12, [a]), false, 'of the revision before');
    assert.equal(await advanced(id, 10, 12, [a, b], 1), true);
    const listed = await alerts().alertDeliveries(id);
    assert.deepEqual(
      listed.map((one) => [one.id, one.state, one.attempts]),
      [
        [b.id, 'pending', 0],
        [a.id, 'pending', 0],
      ],
    );
  });

  it('skips the oldest message that waits, or a named one, and sends those behind it', async () => {
    const { id } = await create();
    const [a, b, c] = [message(11), message(12), message(13)];
    await advanced(id, 10, 13, [a, b, c]);
    const skipped = await alerts().skipDelivery(id);
    assert.deepEqual([skipped.id, skipped.state, skipped.endedAtMs], [a.id, 'skipped', nowMs()]);
    assert.equal((await due(id))[0]!.id, b.id);
    await alerts().skipDelivery(id, c.id);
    await assert.rejects(alerts().skipDelivery(id, a.id), fault('unknown_alert', a.id, 'pending'));
    await alerts().noteDelivery(b.id, { status: 200 });
    await assert.rejects(alerts().skipDelivery(id), fault('unknown_alert', 'no message that is pending'));
    const skippedOnes = await alerts().alertDeliveries(id, { state: 'skipped' });
    assert.deepEqual(
      skippedOnes.map((one) => one.id),
      [c.id, a.id],
    );
    await alerts().resendAlerts(id, { delivery: a.id });
    assert.equal((await due(id))[0]!.id, a.id);
  });

  it('counts alerts by state and the messages that wait, with the age of the oldest of active ones', async () => {
    const before = await alerts().alertFigures();
    const [kept, paused] = [await create(), await create()];
    await advanced(kept.id, 10, 12, [message(11), message(12)]);
    await alerts().setAlertState(paused.id, 'paused');
    advance(5_000);
    const found = await alerts().alertFigures();
    assert.equal(found.rules.active, before.rules.active + 1);
    assert.equal(found.rules.paused, before.rules.paused + 1);
    assert.equal(found.waiting, before.waiting + 2);
    assert.ok(found.oldestMs >= 5_000, String(found.oldestMs));
  });

  it('names the tier and the age of active alerts, and deletes one with its messages', async () => {
    const accountName = newAccount();
    const first = await create({ accountName });
    advance(1);
    const second = await create({ accountName });
    await store().grantTier({ accountName, tier: 'pro' });
    const heads = (await alerts().alertHeads()).filter(({ account }) => account === accountName);
    assert.deepEqual(
      heads.map(({ id, tier, windowDays, rank }) => [id, tier, windowDays, rank]),
      [
        [first.id, 'pro', 90, 0],
        [second.id, 'pro', 90, 1],
      ],
    );
    await advanced(first.id, 10, 11, [message(11)]);
    await alerts().deleteAlert(first.id);
    await assert.rejects(alerts().findAlert(first.id), fault('unknown_alert', first.id));
    await assert.rejects(alerts().alertDeliveries(first.id), fault('unknown_alert', first.id));
    assert.deepEqual(await due(first.id), []);
  });
}
