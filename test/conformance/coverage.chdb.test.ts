import { chdbHarness } from '../ingest/store-harness.ts';
import { coverageSuite } from './coverage.ts';

coverageSuite(chdbHarness);
