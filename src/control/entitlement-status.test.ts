import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Entitlement, entitlementStatus } from './entitlement-status.ts';

const nowMs = 1_000;
const held = (tier: Entitlement['tier'], more: Partial<Entitlement> = {}): Entitlement => ({
  tier,
  fromMs: 0,
  ...more,
});
const active = { standing: 'active' } as const;
const grace = (untilMs: number) => ({ standing: 'past_due', untilMs }) as const;
const over = { standing: 'ended', untilMs: 500 } as const;

describe('standing of an account', () => {
  it('is Free without anything, and else the best tier that holds at the moment, its last one not included', () => {
    const tierOf = (...entitlements: Entitlement[]) => entitlementStatus(entitlements, nowMs).tier;
    assert.equal(tierOf(), 'free');
    assert.equal(tierOf(held('starter'), held('pro'), held('free')), 'pro');
    assert.equal(tierOf(held('pro', { untilMs: 1_001 })), 'pro');
    assert.equal(tierOf(held('pro', { untilMs: 1_000 })), 'free');
    assert.equal(tierOf(held('pro', { fromMs: 1_000 })), 'pro');
    assert.equal(tierOf(held('pro', { fromMs: 1_001 })), 'free');
  });

  it('says when time alone changes it next', () => {
    const changes = (...entitlements: Entitlement[]) => entitlementStatus(entitlements, nowMs).changesAtMs;
    assert.equal(changes(held('pro')), undefined);
    assert.equal(changes(held('pro', { untilMs: 1_000 })), undefined);
    assert.equal(changes(held('pro', { untilMs: 3_000 }), held('starter', { fromMs: 2_000 })), 2_000);
  });

  it('returns the billing state of the tier that matters', () => {
    for (const [what, entitlements, billing] of [
      ['nothing', [], { state: 'active' }],
      ['paid', [held('pro', active)], { state: 'active' }],
      ['grace', [held('pro', grace(2_000))], { state: 'grace', graceExpiresAtMs: 2_000 }],
      [
        'grace of the better of two',
        [held('starter', active), held('pro', grace(2_000))],
        { state: 'grace', graceExpiresAtMs: 2_000 },
      ],
      [
        'two in grace: the later end',
        [held('pro', grace(3_000)), held('pro', grace(2_000))],
        { state: 'grace', graceExpiresAtMs: 3_000 },
      ],
      [
        'grace of a tier that an operator granted',
        [held('pro', grace(2_000)), held('pro')],
        { state: 'active' },
      ],
      ['grace over', [held('pro', grace(1_000))], { state: 'past_due' }],
      [
        'grace over, but another is paid',
        [held('pro', grace(1_000)), held('starter', active)],
        { state: 'active' },
      ],
      ['ended', [held('pro', over)], { state: 'lapsed' }],
      ['ended and one past due', [held('pro', over), held('pro', grace(1_000))], { state: 'past_due' }],
      ['ended and followed by another', [held('pro', over), held('starter', active)], { state: 'active' }],
    ] as const) {
      assert.deepEqual(entitlementStatus(entitlements, nowMs).billing, billing, what);
    }
  });
});
