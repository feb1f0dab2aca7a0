import { builderFileSuite } from './builder-files.ts';
import { chdbHarness } from './store-harness.ts';

builderFileSuite(chdbHarness);
