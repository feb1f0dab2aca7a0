import type { AnyTool } from './kit/tool.ts';
import { builders } from './tools/builders.ts';
import { cohorts } from './tools/cohorts.ts';
import { coin } from './tools/coin.ts';
import { compareTraders } from './tools/compare-traders.ts';
import { daily } from './tools/daily.ts';
import { describeApi } from './tools/describe-api.ts';
import { find } from './tools/find.ts';
import { lifecycles } from './tools/lifecycles.ts';
import { liquidations } from './tools/liquidations.ts';
import { market } from './tools/market.ts';
import { outcomes } from './tools/outcomes.ts';
import { prices } from './tools/prices.ts';
import { queryApi } from './tools/query-api.ts';
import { rankTraders } from './tools/rank-traders.ts';
import { status } from './tools/status.ts';
import { trader } from './tools/trader.ts';
import { watch } from './tools/watch.ts';

/** Every tool; a new one adds its line here. */
export const toolCatalogue: readonly AnyTool[] = [
  find,
  trader,
  rankTraders,
  compareTraders,
  lifecycles,
  coin,
  market,
  prices,
  cohorts,
  liquidations,
  outcomes,
  builders,
  watch,
  daily,
  status,
  describeApi,
  queryApi,
];
