import { chdbHarness } from '../ingest/store-harness.ts';
import { factSuite } from './facts.ts';

factSuite(chdbHarness);
