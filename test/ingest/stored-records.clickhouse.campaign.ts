import { clickHouseHarness } from './store-harness.ts';
import { storedRecordsSuite } from './stored-records.ts';

storedRecordsSuite(clickHouseHarness);
