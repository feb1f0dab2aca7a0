import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstStandInTid, tidOf } from './fill-tid.ts';

test("a fill's own trade id is kept, also the 0 of dust conversions; a missing one has a stand-in that is none of the exchange's", () => {
  const fill = { startPosition: '1.5', px: '20000', sz: '0.1' };
  assert.equal(tidOf({ ...fill, tid: 0 }), 0);
  assert.equal(tidOf({ ...fill, tid: '1125899906842623' }), 1_125_899_906_842_623);
  const standIn = tidOf(fill);
  assert.ok(standIn >= firstStandInTid && Number.isSafeInteger(standIn));
  assert.equal(tidOf({ tid: null, startPosition: 1.5, px: '20000.0', sz: '0.10' }), standIn);
  for (const other of [{ startPosition: '1.6' }, { px: '20001' }, { sz: '0.2' }])
    assert.notEqual(tidOf({ ...fill, ...other }), standIn);
});
