import { testBiggestTrades } from '../../../test/biggest-trades.ts';
import { biggestLosses } from './biggest-losses.ts';

testBiggestTrades(biggestLosses, { bound: 'maxPnl', sign: -1, seed: 37 });
