import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCodes } from '../../../src/http/problems/error-codes.ts';
import { accessSuite } from './access.ts';
import { settledCases } from './error-row.ts';
import { errorRows } from './errors.ts';

describe('the error table', () => {
  it('has a row here for every row of the settled one, and for every code the service knows', () => {
    const covered = new Set<string>(errorRows.map((row) => row.of));
    assert.deepEqual(
      settledCases.filter((name) => !covered.has(name)),
      [],
    );
    const codes = new Map(errorRows.map(({ code, status }) => [code, status]));
    // Those of paid calls are met in test/x402.
    const keyed = Object.entries(errorCodes).filter(([code]) => !code.startsWith('PAYMENT'));
    const known = keyed.map(([code, { status }]) => [code, status] as const);
    assert.deepEqual([...codes].sort(), known.sort());
  });
});

accessSuite();
