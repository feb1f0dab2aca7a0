import { Type } from 'typebox';
import { liquidatorList } from '../../archetypes/close-lists.ts';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { deprecated, double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';

import { bodySchema, nullable } from '../schema.ts';

const topLiquidatorsRow = bodySchema('TopLiquidatorRow', {
  wallet: walletAddress(),
  liquidationsExecuted: int32('Distinct orders by which others were liquidated and that it took a part of.'),
  distinctVictims: int32('Distinct liquidated wallets.'),
  distinctCoins: int32('Distinct coins.'),
  totalPenaltyCollected: double('Penalty fees that the victims paid on what it took, USD; the ranking key.'),
  totalLiquidationPnl: deprecated(double('Identical to victimClosedPnl; read that.')),
  victimClosedPnl: double('Closed PnL of the victims on what it took, USD: their loss, not its profit.'),
});

export const topLiquidators = endpoint({
  id: 'pulse.top-liquidators',
  path: '/api/public/v1/pulse/top-liquidators',
  summary: 'Wallets that take over what is liquidated',
  description: `Wallets that most often appear as liquidator on positions of others liquidated in the last 90 UTC days, today included, by totalPenaltyCollected, largest first. A wallet that is its own liquidator is left out. Penalty and closed PnL are those of the fills of victims that are stored.`,
  tags: ['Pulse'],
  tier: 'starter',
  cache: lifecycleFreshness,
  params: {
    ...page(50),
  },
  response: nullable(Type.Array(topLiquidatorsRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      liquidationsExecuted: 412,
      distinctVictims: 301,
      distinctCoins: 14,
      totalPenaltyCollected: 20_114.25,
      totalLiquidationPnl: -1_204_118.5,
      victimClosedPnl: -1_204_118.5,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(liquidatorList);
    const found = rowsOfPage(rows, params);
    const body = found.map((row) => ({ ...row, totalLiquidationPnl: row.victimClosedPnl }));
    return { body, window: rows.window };
  },
});
