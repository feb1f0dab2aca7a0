import { chdbHarness } from './store-harness.ts';
import { storedRecordsSuite } from './stored-records.ts';

storedRecordsSuite(chdbHarness);
