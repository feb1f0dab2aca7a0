import { Type } from 'typebox';
import { tradeBody, tradeExample, tradeMeaning } from '../bodies/trade.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { nullable } from '../schema.ts';
import { largestTrades } from './large-first.ts';

const largestLosses = largestTrades('pulse_biggest_losses', 'lost', {
  where: 'closed_pnl < 0',
  order: 'closed_pnl, time, seq, wallet',
});

export const biggestLosses = endpoint({
  id: 'pulse.biggest-losses',
  path: '/api/public/v1/pulse/biggest-losses',
  summary: 'The trades with the most negative closed PnL',
  description: `Losing fills of all time, by pnl, most negative first; ties: the earlier one first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {
    limit: rowLimit(20),
    maxPnl: number({
      default: -50000,
      description: 'The most pnl of a listed trade, USD; losses are negative.',
    }),
  },
  response: nullable(Type.Array(tradeBody)),
  example: [{ ...tradeExample, price: 85250, volume: 1065625, pnl: -68750, fee: 372.96875 }],
  async run({ params, sources, signal }) {
    const losses = await largestLosses(sources.analytics, signal);
    return { body: losses.filter(({ pnl }) => pnl <= params.maxPnl).slice(0, params.limit) };
  },
});

const largestWins = largestTrades('pulse_biggest_wins', 'won', {
  where: 'closed_pnl > 0',
  order: 'closed_pnl DESC, time, seq, wallet',
});

export const biggestWins = endpoint({
  id: 'pulse.biggest-wins',
  path: '/api/public/v1/pulse/biggest-wins',
  summary: 'The trades with the largest closed PnL',
  description: `Winning fills of all time, by pnl, largest first; ties: the earlier one first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {
    limit: rowLimit(20),
    minPnl: number({ default: 50000, description: 'The least pnl of a listed trade, USD.' }),
  },
  response: nullable(Type.Array(tradeBody)),
  example: [tradeExample],
  async run({ params, sources, signal }) {
    const wins = await largestWins(sources.analytics, signal);
    return { body: wins.filter(({ pnl }) => pnl >= params.minPnl).slice(0, params.limit) };
  },
});
