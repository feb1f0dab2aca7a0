import { clusterHarness } from '../ingest/store-harness.ts';
import { positionSuite } from './positions.ts';

positionSuite(clusterHarness);
