import { derivedFillingSuite } from './derived-filling.ts';
import { chdbHarness } from './store-harness.ts';

derivedFillingSuite(chdbHarness, { every: 90 });
