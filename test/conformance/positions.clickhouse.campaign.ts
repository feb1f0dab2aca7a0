import { clickHouseHarness } from '../ingest/store-harness.ts';
import { positionSuite } from './positions.ts';

positionSuite(clickHouseHarness);
