import { clickHouseHarness } from '../ingest/store-harness.ts';
import { boardSuite } from './boards.ts';

boardSuite(clickHouseHarness);
