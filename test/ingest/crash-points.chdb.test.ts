import { crashPointSuite } from './crash-points.ts';
import { chdbHarness } from './store-harness.ts';

// One of each kind: a copy of all fills, one of some, and rollups that are repaired by wallet and by hour.
const lost = ['fills_by_time', 'liquidation_counterparties', 'wallet_day', 'coin_hour'];
crashPointSuite(chdbHarness, { occurrence: 'last', lost });
