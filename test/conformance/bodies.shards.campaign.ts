import { bodySuite } from './bodies.ts';

// 228,514 fills. In batches of 1,000, as tests have them, storing them would take ten times as long as asking.
bodySuite({ trades: 100_000, batchFills: 20_000 });
