import { crashPointSuite, lostParts } from './crash-points.ts';
import { chdbHarness } from './store-harness.ts';

crashPointSuite(chdbHarness, { occurrence: 'last', lost: lostParts.map(({ table }) => table) });
