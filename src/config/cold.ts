import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import type { Settings } from './schema.ts';
import { given } from './setting.ts';

const named = '^\\w{1,64}$';

export const coldSettings = {
  coldDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_COLD_DAYS',
      description:
        'Days after which fills, payments, transfers and closed positions move to the cold volume of the ClickHouse servers, an object store say, where queries find them as before; 0 moves none',
    }),
    minimum: 0,
    maximum: 3_650,
    default: 0,
  }),
  coldPolicy: Type.String({
    ...given({
      env: 'TIDEMARK_COLD_POLICY',
      description: 'The storage policy of the servers that has the cold volume',
    }),
    pattern: named,
    default: 'tidemark',
  }),
  coldVolume: Type.String({
    ...given({ env: 'TIDEMARK_COLD_VOLUME', description: 'The cold volume in that policy' }),
    pattern: named,
    default: 'cold',
  }),
};

/** An embedded store has one disk. */
export function coldFaults({ clickhouseUrl, coldDays }: Partial<Settings>): FaultDetail[] {
  if (clickhouseUrl !== undefined || !coldDays) return [];
  const message = 'must be set where TIDEMARK_COLD_DAYS is: the embedded store has no second volume';
  return [{ location: 'TIDEMARK_CLICKHOUSE_URL', message }];
}
