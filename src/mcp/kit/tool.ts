import type { Static, TObject } from 'typebox';
import type { ApiIndex } from './api-index.ts';

export interface SectionRequest {
  /** Path or template without the version: `/pulse/trader/{address}`; also `/ready` and {@link streamPath}, which are no endpoints. */
  path: string;
  /** Path and query parameters by name; undefined values are omitted. */
  params?: Readonly<Record<string, unknown>>;
  /** Wanted rows of a paged endpoint; fetched page by page if one page is too small. */
  rows?: number;
}

/** Long-polls a stream; parameters: those of a subscription, `wait` and `limit`. */
export const streamPath = '/stream';

/** Requests by section, sent concurrently. */
export type Plan = Readonly<Record<string, SectionRequest>>;

/** Endpoint bodies by section; failed sections are missing. */
export type Found = Readonly<Record<string, unknown>>;

export interface ToolDefinition<I extends TObject> {
  name: string;
  title: string;
  /** The questions the tool answers, and when to use another tool. */
  description: string;
  input: I;
  /** Content of each section, in words or as the name of a schema in describe_api: `summary: 'LeaderboardTrader'`. */
  sections: Readonly<Record<string, string>>;
  /** Units that differ from the usual ones of all tools. */
  units?: string;
  /** Statuses that count as answers; the section then holds `{ missing: message }` for `derive`. */
  tolerates?: readonly number[];
  /** The first requests. @throws InputFault for an invalid combination of valid fields */
  plan(input: Static<I>, api: ApiIndex): Plan;
  /** Follow-up requests that depend on the first results. */
  follow?(found: Found, input: Static<I>): Plan;
  /** Sections computed from others; added or replacing existing ones. Undefined removes a section. */
  derive?(found: Found, input: Static<I>, api: ApiIndex): Readonly<Record<string, unknown>>;
  /** Summary of the results in a few lines. */
  finding(found: Found, input: Static<I>): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the widest tool, for lists of them
export type AnyTool = ToolDefinition<any>;

/** Declares a tool: data and pure functions. Requests, paging, shortening and formatting are shared. */
export function tool<I extends TObject>(definition: ToolDefinition<I>): ToolDefinition<I> {
  return definition;
}

/** Input that cannot form a request. The message says how to correct it. */
export class InputFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputFault';
  }
}
