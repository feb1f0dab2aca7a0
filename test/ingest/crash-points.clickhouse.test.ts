import { crashPointSuite } from './crash-points.ts';
import { clickHouseHarness } from './store-harness.ts';

crashPointSuite(clickHouseHarness, { occurrence: 'first', lost: ['fills'] });
