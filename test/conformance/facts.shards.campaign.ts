import { clusterHarness } from '../ingest/store-harness.ts';
import { factSuite } from './facts.ts';

factSuite(clusterHarness);
