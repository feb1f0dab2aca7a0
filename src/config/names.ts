import { Type } from 'typebox';
import { defaultSynonyms } from '../domain/asset-names.ts';
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
  assetSynonyms: Type.String({
    ...given({
      env: 'TIDEMARK_ASSET_SYNONYMS',
      description: 'Tickers that are other names of an asset, as SYNONYM=ASSET between commas',
    }),
    pattern: '^([A-Za-z0-9]{1,32}=[A-Za-z0-9]{1,32}(,[A-Za-z0-9]{1,32}=[A-Za-z0-9]{1,32}){0,999})?$',
    default: defaultSynonyms,
  }),
};
