import { clickHouseHarness } from '../ingest/store-harness.ts';
import { factSuite } from './facts.ts';

factSuite(clickHouseHarness);
