import { clickHouseHarness } from '../ingest/store-harness.ts';
import { marketSuite } from './market.ts';

marketSuite(clickHouseHarness);
