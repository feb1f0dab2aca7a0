import { derivedFillingSuite } from './derived-filling.ts';
import { clickHouseHarness } from './store-harness.ts';

// Not for every change: what a server does of it is in test/conformance/derived.clickhouse.test.ts.
derivedFillingSuite(clickHouseHarness, { every: 59 });
