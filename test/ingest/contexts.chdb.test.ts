import { contextSuite } from './contexts.ts';
import { chdbHarness } from './store-harness.ts';

contextSuite(chdbHarness);
