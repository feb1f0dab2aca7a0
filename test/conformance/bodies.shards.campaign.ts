import { bodySuite } from './bodies.ts';

bodySuite({ trades: 100_000 });
