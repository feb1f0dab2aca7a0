import { crashPointSuite } from './crash-points.ts';
import { chdbHarness } from './store-harness.ts';

// One of each kind: a copy of some fills, and a rollup.
const lost = ['liquidation_counterparties', 'coin_hour'];
crashPointSuite(chdbHarness, { occurrence: 'last', lost });
