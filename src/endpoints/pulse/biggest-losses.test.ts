import { testBiggestTrades } from '../../../test/biggest-trades.ts';
import { biggestLosses } from './biggest-trades.ts';

testBiggestTrades(biggestLosses, { bound: 'maxPnl', sign: -1, seed: 37 });
