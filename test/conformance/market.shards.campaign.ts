import { clusterHarness } from '../ingest/store-harness.ts';
import { marketSuite } from './market.ts';

marketSuite(clusterHarness);
