import { openLimiterHarness } from '../limiter-harness.ts';
import { limiterConformance } from './limiter.ts';

limiterConformance('memory', openLimiterHarness);
