import { clusterHarness } from '../ingest/store-harness.ts';
import { derivedConformance } from './derived.ts';

derivedConformance(clusterHarness);
