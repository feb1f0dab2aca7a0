import { clusterHarness } from '../ingest/store-harness.ts';
import { boardSuite } from './boards.ts';

boardSuite(clusterHarness);
