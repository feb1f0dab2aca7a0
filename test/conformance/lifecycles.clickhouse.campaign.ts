import { clickHouseHarness } from '../ingest/store-harness.ts';
import { lifecycleSuite } from './lifecycles.ts';

lifecycleSuite(clickHouseHarness);
