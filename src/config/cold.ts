import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import type { Settings } from './schema.ts';
import { given } from './setting.ts';

export const coldSettings = {
  coldDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_COLD_DAYS',
      description:
        'Days after which fills, payments, transfers and closed positions move to the volume `cold` of the storage policy `tidemark` of the ClickHouse servers, an object store say, where queries find them as before; 0 moves none',
    }),
    minimum: 0,
    maximum: 3_650,
    default: 0,
  }),
};

/** An embedded store has one disk. */
export function coldFaults({ clickhouseUrl, coldDays }: Partial<Settings>): FaultDetail[] {
  if (clickhouseUrl !== undefined || !coldDays) return [];
  const message = 'must be set where TIDEMARK_COLD_DAYS is: the embedded store has no second volume';
  return [{ location: 'TIDEMARK_CLICKHOUSE_URL', message }];
}
