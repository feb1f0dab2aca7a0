import { crashPointSuite } from './crash-points.ts';
import { chdbHarness } from './store-harness.ts';

crashPointSuite(chdbHarness);
