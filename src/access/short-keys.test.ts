import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redactKeys } from '../kernel/log.ts';
import { createShortKeys, shortKeyLifeMs } from './short-keys.ts';

const secret = Buffer.alloc(32, 7);
const startMs = Date.UTC(2026, 10, 22, 12) + 500;
const clock = { nowMs: () => startMs };
const keys = createShortKeys({ secret, clock });
const accountId = '8b3d9a7e-1c2d-4e5f-8091-a2b3c4d5e6f7';

describe('short-lived keys', () => {
  it('say who they are of and when they end, in every process with the secret', () => {
    const other = createShortKeys({ secret, clock });
    const { secret: key, expiresAtMs } = keys.forMember(accountId, 'session-of-mine');
    assert.equal(expiresAtMs, Math.floor((startMs + shortKeyLifeMs) / 1_000) * 1_000);
    const read = other.read(key);
    assert.deepEqual(read?.holder, { kind: 'member', accountId, sessionId: 'session-of-mine' });
    assert.equal(read.expiresAtMs, expiresAtMs);
  });

  it('of visitors stand for an address without telling it, an IPv6 customer being one', () => {
    const scopeOf = (address: string) => {
      const holder = keys.read(keys.forGuest(address).secret)?.holder;
      assert.equal(holder?.kind, 'guest');
      return holder.scopes[0];
    };
    assert.equal(scopeOf('2001:db8::1'), scopeOf('2001:db8:0:0:9::7'));
    const networks = (address: string) => {
      const holder = keys.read(keys.forGuest(address).secret)?.holder;
      return holder?.kind === 'guest' ? holder.scopes.slice(1) : undefined;
    };
    assert.deepEqual(networks('2001:db8:1:201::1'), networks('2001:db8:1:2ff::1'));
    assert.equal(networks('2001:db8:1:201::1')![1], networks('2001:db8:1:1::1')![1]);
    assert.deepEqual(networks('192.0.2.1'), []);
    assert.equal(scopeOf('192.0.2.1'), scopeOf('::ffff:192.0.2.1'));
    assert.notEqual(scopeOf('192.0.2.1'), scopeOf('192.0.2.2'));
    const bytes = Buffer.from(keys.forGuest('192.0.2.1').secret.slice(9), 'base64url').toString('latin1');
    assert.ok(!bytes.includes('192.0.2.1'));
  });

  it('are refused where a single character is another one, is missing or is added, and under another secret', () => {
    const { secret: key } = keys.forGuest('192.0.2.1');
    assert.ok(keys.read(key));
    for (let at = 'tdm_temp_'.length; at < key.length; at++) {
      const other = key[at] === 'A' ? 'B' : 'A';
      const changed = key.slice(0, at) + other + key.slice(at + 1);
      // The last character may carry spare bits: then it is the same key.
      if (Buffer.from(changed.slice(9), 'base64url').equals(Buffer.from(key.slice(9), 'base64url'))) continue;
      assert.equal(keys.read(changed), undefined, `character ${at}`);
      assert.equal(keys.read(key.slice(0, at)), undefined, `cut at ${at}`);
    }
    for (const text of [`${key}AAAA`, `${key}!`, ` ${key}`, 'tdm_temp_', `tdm_temp_${'A'.repeat(100_000)}`]) {
      assert.equal(keys.read(text), undefined, text.slice(0, 80));
    }
    const foreign = createShortKeys({ secret: Buffer.alloc(32, 8), clock });
    assert.equal(keys.read(foreign.forGuest('192.0.2.1').secret), undefined);
  });

  it('do not survive in a log line', () => {
    const { secret: key } = keys.forMember(accountId, 'session-of-mine');
    assert.equal(redactKeys(`sent ${key} twice`), 'sent tdm_temp_[redacted] twice');
  });
});
