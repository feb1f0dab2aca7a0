/** The access path over HTTP, on both kinds of stores: every row of the error table, every header of the contract. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AccessHarness, openAccessHarness, startMs } from '../../access-harness.ts';
import { type EndpointHarness, type HarnessOptions, openEndpointHarness } from '../../endpoint-harness.ts';
import { limitBackends } from '../../limit-backends.ts';
import { sourceFills, walletOf } from '../../source-fills.ts';
import { checkErrorRow, errorRows } from './errors.ts';
import { checkAddressHeaders, checkQuotaEnd, walkers, walkHeaders } from './headers.ts';
import { contractHeaders } from './limit-headers.ts';

/**
 * Requests of an account under every kind of limit.
 * @param openStore opens the store of the fills; default: an embedded engine in the directory
 */
export function accessSuite(openStore?: HarnessOptions['openStore']): void {
  let engine: EndpointHarness;
  before(async () => {
    const fills = sourceFills([{ wallet: walletOf(1), time: startMs - 60_000, coin: 'BTC', closedPnl: '5' }]);
    engine = await openEndpointHarness({ given: { fills }, nowMs: startMs, ...(openStore && { openStore }) });
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
        it(`sends every header right on 200, 304, 422 and 429: ${kind}`, async () => {
          for (const header of await walkHeaders(service, await open(service), index)) seen.add(header);
        });
      }
      it('has sent every header of the contract', () => {
        assert.deepEqual(
          contractHeaders.filter((header) => !seen.has(header.toLowerCase())),
          [],
        );
      });
      it('sends the headers of an address where it refuses one', () => checkAddressHeaders(service));
      it('ends a day exactly where it says', () => checkQuotaEnd(service, 'free', 'day'));
      it('ends a month exactly where it says', () => checkQuotaEnd(service, 'starter', 'month'));
    });
  }
}
