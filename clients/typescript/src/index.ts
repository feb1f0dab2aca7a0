/** Typed client of the Tidemark API. */
export type { Answer, Limits } from './answer.ts';
export type { CacheOptions } from './answer-cache.ts';
export type { BodyOf, Call, CallOptions, OperationId, PagedCall, ParametersOf, RowOptions } from './call.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { Clock } from './clock.ts';
export type { Calls } from './generated/calls.ts';
export type * from './generated/schema.ts';
export type {
  Payment,
  PaymentOptions,
  PaymentRequired,
  PaymentRequirements,
  PaymentSigner,
} from './payment.ts';
export * from './problem.ts';
export type { RetryOptions } from './retry.ts';
export {
  type StreamGap,
  type StreamMessage,
  type StreamOptions,
  StreamRefusedError,
  type StreamSocket,
  type StreamSocketConstructor,
  type Subscription,
} from './stream.ts';
