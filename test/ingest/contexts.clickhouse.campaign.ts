import { contextSuite } from './contexts.ts';
import { clickHouseHarness } from './store-harness.ts';

contextSuite(clickHouseHarness);
