import { builderFileSuite } from './builder-files.ts';
import { clickHouseHarness } from './store-harness.ts';

builderFileSuite(clickHouseHarness);
