import type { Ask } from '../../endpoints/ask.ts';
import { answerOf, answerText, type Detail, type Served, type StructuredAnswer } from './answer.ts';
import type { ApiIndex } from './api-index.ts';
import { plainBody } from './plain-text.ts';
import { type Trouble, troubleOf } from './problem-text.ts';
import { askSection, type SectionAnswer } from './section.ts';
import { type AnyTool, InputFault, type Plan } from './tool.ts';

/** Maximum sections per plan; no tool plans more. */
const requestsLimit = 16;
/** A request may name hundreds of wallets; the rows of the answer need the room. */
const requestLimitChars = 300;

export interface ToolOutcome {
  text: string;
  structured: StructuredAnswer | undefined;
  isError: boolean;
  requests: number;
}

export interface ToolRun {
  tool: AnyTool;
  /** Validated, with defaults. */
  input: Record<string, unknown>;
  detail: Detail;
  api: ApiIndex;
  ask: Ask;
  signal: AbortSignal;
}

interface Gathered {
  data: Record<string, unknown>;
  served: Served[];
  problems: Trouble[];
  more: string[];
  chosen: boolean;
}

/** Runs a tool: requests its sections, then follow-up sections, and builds the answer. */
export async function runTool({ tool, input, detail, api, ask, signal }: ToolRun): Promise<ToolOutcome> {
  let requests = 0;
  const counted: Ask = (target, until) => {
    if (target.startsWith('/api/')) requests += 1;
    return ask(target, until);
  };
  const gathered: Gathered = { data: {}, served: [], problems: [], more: [], chosen: false };
  const gather = (plan: Plan) => gatherPlan(plan, { tool, api, ask: counted, signal }, gathered);
  try {
    const first = tool.plan(input, api);
    await gather(first);
    const next = tool.follow?.(gathered.data, input) ?? {};
    await gather(next);
    const requestCount = Object.keys(first).length + Object.keys(next).length;
    if (requestCount > 0 && Object.keys(gathered.data).length === 0)
      return refused(gathered.problems, requests);
    const found = { ...gathered.data };
    for (const [name, value] of Object.entries(tool.derive?.(found, input, api) ?? {})) {
      if (value === undefined) delete found[name];
      else found[name] = value;
    }
    const words = tool.finding(found, input);
    const finding = words.length > 0 ? words : ['No rows were found.'];
    const structured = answerOf(tool, { ...gathered, data: found, finding }, detail);
    return { text: answerText(structured), structured, isError: false, requests };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { text: error.message, structured: undefined, isError: true, requests };
  }
}

async function gatherPlan(
  plan: Plan,
  { tool, api, ask, signal }: Pick<ToolRun, 'tool' | 'api' | 'ask' | 'signal'>,
  gathered: Gathered,
): Promise<void> {
  const entries = Object.entries(plan).slice(0, requestsLimit);
  const answers = await Promise.all(
    entries.map(async ([name, wanted]) => {
      return [name, wanted.path, await askSection(wanted, api, ask, signal)] as const;
    }),
  );
  for (const [section, path, found] of answers) {
    // A 503 from `/ready` is a valid answer.
    if (found.answer.status !== 200 && !found.request.endsWith('/ready')) {
      const trouble = troubleOf(section, found.answer, api.match(path)?.path ?? path);
      if (tool.tolerates?.includes(trouble.status)) gathered.data[section] = { missing: trouble.message };
      else gathered.problems.push(trouble);
      continue;
    }
    const { body, chosen } = plainBody(found.answer.body);
    gathered.data[section] = body;
    gathered.chosen ||= chosen;
    gathered.served.push(servedOf(section, found));
    if (found.more) gathered.more.push(section);
  }
}

function servedOf(section: string, { request, answer }: SectionAnswer): Served {
  const { headers, body } = answer;
  const text = (name: string, key: keyof Served) => {
    const value = headers.get(name);
    return value === undefined ? {} : { [key]: value };
  };
  const number = (name: string, key: keyof Served) => {
    const value = headers.get(name);
    return value === undefined ? {} : { [key]: Number(value) };
  };
  const { generatedAt, freshness } = Object(body) as { generatedAt?: unknown; freshness?: unknown };
  return {
    section,
    request: request.length > requestLimitChars ? `${request.slice(0, requestLimitChars)}…` : request,
    ...text('x-data-from', 'from'),
    ...text('x-data-to', 'to'),
    ...number('x-data-block', 'block'),
    ...text('x-data-basis', 'basis'),
    ...number('x-positions-coverage', 'coverage'),
    ...text('x-data-source', 'source'),
    ...(typeof generatedAt === 'string' && { generatedAt }),
    ...(freshness !== undefined && { freshness }),
  };
}

/** Error outcome when no section was answered: all reasons with their fixes. */
function refused(problems: readonly Trouble[], requests: number): ToolOutcome {
  const lines = problems.map(
    ({ section, status, code, message, fix }: Trouble) => `${section}: ${status} ${code}. ${message} ${fix}`,
  );
  return { text: [...new Set(lines)].join('\n'), structured: undefined, isError: true, requests };
}
