import { clickHouseHarness } from '../ingest/store-harness.ts';
import { coverageSuite } from './coverage.ts';

coverageSuite(clickHouseHarness);
