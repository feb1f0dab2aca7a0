import { crashPointSuite } from './crash-points.ts';
import { clusterHarness } from './store-harness.ts';

crashPointSuite(clusterHarness);
