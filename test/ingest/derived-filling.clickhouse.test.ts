import { derivedFillingSuite } from './derived-filling.ts';
import { clickHouseHarness } from './store-harness.ts';

derivedFillingSuite(clickHouseHarness, { every: 59, all: false });
