import { crashPointSuite } from './crash-points.ts';
import { clickHouseHarness } from './store-harness.ts';

// Not for every change: processes on servers write by test/ingest/shared-batches.test.ts, which kills them there.
crashPointSuite(clickHouseHarness);
