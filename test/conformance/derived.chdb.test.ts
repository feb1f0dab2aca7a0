import { chdbHarness } from '../ingest/store-harness.ts';
import { derivedConformance } from './derived.ts';

derivedConformance(chdbHarness);
