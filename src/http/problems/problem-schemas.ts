import { type TSchema, Type } from 'typebox';
import { optional } from '../../endpoints/schema.ts';

const text = (description: string) => optional(Type.String({ description }));

/** One fault of a request (docs/contract.md#problem-body). */
const errorDetail = Type.Object(
  {
    location: text('Location of the fault, origin first: query.limit, path.address.'),
    message: text('What would be right.'),
    value: optional(Type.Unknown({ description: 'The value as sent.' })),
  },
  { additionalProperties: false, $id: 'ErrorDetail' },
);

const reason = (description: string) =>
  Type.Enum(['missing_api_key', 'invalid_api_key', 'insufficient_tier', 'invalid_parameters'], {
    type: 'string',
    description,
  });

/** Closed, every field optional (docs/contract.md#problem-body). */
const apiError = Type.Object(
  {
    status: optional(Type.Integer({ format: 'int64', description: 'HTTP status.' })),
    title: text('Short summary, constant per problem type.'),
    detail: text('What happened this time.'),
    type: optional(
      Type.String({ format: 'uri', default: 'about:blank', description: 'Page about the code.' }),
    ),
    instance: optional(Type.String({ format: 'uri', description: 'Names this occurrence.' })),
    code: text('Stable token for programs.'),
    reason: optional(reason('What to mend.')),
    current_tier: text("Effective tier of the caller's account."),
    required_tier: text('Least tier that may call the operation.'),
    upgrade_url: text('Where to move to a higher tier.'),
    errors: optional(Type.Union([Type.Array(errorDetail), Type.Null()])),
  },
  { additionalProperties: false, $id: 'APIError' },
);

/** Open (docs/contract.md#legacy-body). */
const legacyError = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: text('Stable token for programs.'),
  reason: optional(reason('What to mend.')),
  message: text('How to go on.'),
  signup_url: text('Address to create a key.'),
  hint: text('What a higher tier would allow.'),
  upgrade_url: text('Where to move to a higher tier.'),
});

export const problemSchemas: Readonly<Record<string, TSchema>> = {
  APIError: apiError,
  ErrorDetail: errorDetail,
  LegacyError: legacyError,
};
