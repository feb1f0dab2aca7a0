import { chdbHarness } from '../ingest/store-harness.ts';
import { pastSuite } from './past.ts';

pastSuite(chdbHarness, false);
