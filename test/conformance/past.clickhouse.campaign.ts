import { clickHouseHarness } from '../ingest/store-harness.ts';
import { pastSuite } from './past.ts';

pastSuite(clickHouseHarness, true);
