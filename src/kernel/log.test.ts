import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: 'info', to: { write: (line) => void lines.push(line) } }) };
}

test('an API key reaches no log line, neither as a header nor inside a message, field or error', () => {
  const { lines, log } = capture();
  const key = 'tdm_live_0123456789abcdefghijklmnopqABCDEF';
  log.info({ headers: { 'x-api-key': 'mistyped' }, req: { headers: { 'x-api-key': key } } }, `with ${key}`);
  log.error({ err: new Error(`bad ${key}`), url: `/x?key=${key}` }, 'failed');
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.doesNotMatch(line, /0123456789|mistyped/);
    assert.match(line, /redacted/);
  }
});

test('no secret that signs messages reaches a log line', () => {
  const { lines, log } = capture();
  log.warn({ err: new Error('bad whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), text: 'whsec_a+b/c=' }, 'failed');
  assert.doesNotMatch(lines[0]!, /MfKQ|a\+b/);
  assert.match(lines[0]!, /whsec_\[redacted\]/);
});

test('a line is one JSON object with its level and time in words', () => {
  const { lines, log } = capture();
  log.debug('not written');
  log.warn({ queueLimit: 3 }, 'full');
  assert.equal(lines.length, 1);
  const { time, ...rest } = JSON.parse(lines[0]!) as Record<string, unknown>;
  assert.deepEqual(rest, { level: 'warn', queueLimit: 3, msg: 'full' });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('warnings and errors reach the listener with their texts, and without keys', () => {
  const heard: string[] = [];
  const log = createLog({
    level: 'info',
    to: { write: () => undefined },
    onWarn: (text) => heard.push(text),
  });
  log.info({ table: 'fills' }, 'fine');
  log.warn({ table: 'fills', rows: 3 }, 'a part is damaged');
  log.error({ key: 'tdm_live_0123456789abcdefghijklmnopqABCDEF' }, 'refused');
  log.warn('the clock is behind');
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  log.warn({ circular, err: new Error('no space left', { cause: circular }) }, 'not written');
  assert.deepEqual(heard, [
    '{"table":"fills","rows":3} a part is damaged',
    '{"key":"tdm_live_[redacted]"} refused',
    'the clock is behind',
    '{"circular":{"self":"[Circular]"}} not written no space left',
  ]);
});
