import type { Static, TObject } from 'typebox';
import type { ApiIndex } from './api-index.ts';

/** One request of a tool. */
export interface SectionRequest {
  /** Template behind the version: `/pulse/trader/{address}`. `/ready` and {@link streamPath} are no endpoints. */
  path: string;
  /** By name, those of the path too; what is undefined is not sent. */
  params?: Readonly<Record<string, unknown>>;
  /** How many rows are wanted of an endpoint that pages; more than one page holds are asked for page by page. */
  rows?: number;
}

/** What comes next on a stream: its parameters are those of a subscription, `wait` and `limit`. */
export const streamPath = '/stream';

/** The requests of a tool by section; all are sent at once. */
export type Plan = Readonly<Record<string, SectionRequest>>;

/** What was found, by section: bodies as the endpoints answer them. A section that was not answered is absent. */
export type Found = Readonly<Record<string, unknown>>;

export interface ToolDefinition<I extends TObject> {
  /** What an agent calls it by. */
  name: string;
  title: string;
  /** The question that it answers, and when another tool is the right one. */
  description: string;
  input: I;
  /** What each section holds: `summary: 'LeaderboardTrader'`. Words, or the name of a schema that describe_api shows. */
  sections: Readonly<Record<string, string>>;
  /** Units of its numbers, where they are not those of all tools. */
  units?: string;
  /** Statuses that are answers, too: such a section holds `{ missing: message }`, for `derive` to read. */
  tolerates?: readonly number[];
  /** The first requests. @throws InputFault where the input is right field by field, but not together */
  plan(input: Static<I>, api: ApiIndex): Plan;
  /** Further requests, by what the first ones found. */
  follow?(found: Found, input: Static<I>): Plan;
  /** Sections that follow from others, in their place or beside them; undefined takes one away. */
  derive?(found: Found, input: Static<I>, api: ApiIndex): Readonly<Record<string, unknown>>;
  /** What was found, in a few lines. */
  finding(found: Found, input: Static<I>): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the widest tool, for lists of them
export type AnyTool = ToolDefinition<any>;

/** Declares a tool: data, and functions without I/O. Asking, paging, cutting and wording are the same for all. */
export function tool<I extends TObject>(definition: ToolDefinition<I>): ToolDefinition<I> {
  return definition;
}

/** An input that no request can be made of. The message says what would be right. */
export class InputFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputFault';
  }
}
