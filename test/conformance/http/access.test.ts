/** The access path over HTTP, on both kinds of stores: every row of the error table, every header of the contract. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { errorCodes } from '../../../src/http/problems/error-codes.ts';
import { type AccessHarness, openAccessHarness, startMs } from '../../access-harness.ts';
import { type EndpointHarness, openEndpointHarness } from '../../endpoint-harness.ts';
import { limitBackends } from '../../limit-backends.ts';
import { sourceFills, walletOf } from '../../source-fills.ts';
import { settledCases } from './error-row.ts';
import { checkErrorRow, errorRows } from './errors.ts';
import { checkAddressHeaders, checkQuotaEnd, walkers, walkHeaders } from './headers.ts';
import { contractHeaders } from './limit-headers.ts';

/** A table of a specification: the texts of its first column. */
function firstColumn(file: string, heading: string): string[] | undefined {
  const path = new URL(`../../../../shared/spec/${file}`, import.meta.url);
  if (!existsSync(path)) return undefined;
  const section = readFileSync(path, 'utf8').split(heading)[1]!.split(/\n#+ /)[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split(' | ')[0]!.slice(2).trim()).slice(1);
}

describe('the error table', () => {
  it('has a row here for every row of the settled one, and for every code the service knows', (t) => {
    const specified = firstColumn('settled.md', '## 2. Errors');
    if (specified === undefined) t.diagnostic('../shared/spec is not here: nothing to compare with');
    else assert.deepEqual(settledCases, specified);
    const covered = new Set<string>(errorRows.map((row) => row.of));
    assert.deepEqual(
      settledCases.filter((name) => !covered.has(name)),
      [],
    );
    const codes = new Map(errorRows.map(({ code, status }) => [code, status]));
    const known = Object.entries(errorCodes).map(([code, { status }]) => [code, status] as const);
    assert.deepEqual([...codes].sort(), known.sort());
  });
});

describe('the table of headers', () => {
  it('is that of the contract, and the IETF pair', (t) => {
    const specified = firstColumn('interface.md', '### Rate-limit response headers');
    if (specified === undefined) t.diagnostic('../shared/spec is not here: nothing to compare with');
    else assert.deepEqual(contractHeaders, [...specified, 'RateLimit', 'RateLimit-Policy']);
  });
});

let engine: EndpointHarness;
before(async () => {
  const fills = sourceFills([{ wallet: walletOf(1), time: startMs - 60_000, coin: 'BTC', closedPnl: '5' }]);
  engine = await openEndpointHarness({ fills, nowMs: startMs });
});
after(() => engine?.close());

for (const [name, open] of Object.entries(limitBackends)) {
  describe(`the access path over HTTP on ${name}`, () => {
    let service: AccessHarness;
    before(async () => {
      service = await openAccessHarness(open, engine);
    });
    after(() => service?.close());

    for (const row of errorRows) {
      it(`${row.status} ${row.code}: ${row.name}`, () => checkErrorRow(row, service));
    }

    const seen = new Set<string>();
    for (const [index, [kind, open]] of Object.entries(walkers).entries()) {
      it(`tells every header right on 200, 304, 422 and 429: ${kind}`, async () => {
        for (const header of await walkHeaders(service, await open(service), index)) seen.add(header);
      });
    }
    it('has told every header of the contract', () => {
      assert.deepEqual(
        contractHeaders.filter((header) => !seen.has(header.toLowerCase())),
        [],
      );
    });
    it('tells the headers of an address where it refuses one', () => checkAddressHeaders(service));
    it('ends a day exactly where it says', () => checkQuotaEnd(service, 'free', 'day'));
    it('ends a month exactly where it says', () => checkQuotaEnd(service, 'starter', 'month'));
  });
}
