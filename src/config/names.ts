import { Type } from 'typebox';
import { given } from './setting.ts';

/** Names that the exchange does not publish. */
export const nameSettings = {
  builderNames: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_BUILDER_NAMES',
        description: 'Names of builders, shown beside their addresses: `0x…=name,0x…=name`',
        defaultNote: 'addresses alone',
      }),
      format: 'builder-names',
    }),
  ),
};
