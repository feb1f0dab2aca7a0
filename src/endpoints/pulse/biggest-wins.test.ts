import { testBiggestTrades } from '../../../test/biggest-trades.ts';
import { biggestWins } from './biggest-trades.ts';

testBiggestTrades(biggestWins, { bound: 'minPnl', sign: 1, seed: 31 });
