import type { AnyTool } from './kit/tool.ts';
import { describeApi } from './tools/describe-api.ts';
import { find } from './tools/find.ts';
import { queryApi } from './tools/query-api.ts';
import { status } from './tools/status.ts';

/** Every tool; a new one adds its line here. */
export const toolCatalogue: readonly AnyTool[] = [find, status, describeApi, queryApi];
