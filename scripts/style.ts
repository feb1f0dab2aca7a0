/** Checks the house style that no formatter knows; each message names the replacement. Run by `npm run check`. */
import { posix } from 'node:path';
import {
  childrenOf,
  type Finding,
  lineOf,
  memberName,
  printFindings,
  readSources,
  type SourceFile,
  type SyntaxNode,
  walk,
} from './source-tree.ts';
import { sharesProcess } from './test-groups.ts';

const fileLinesLimit = 400;
const functionLinesLimit = 80;
const factoryLinesLimit = 160;
const vagueNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'types',
  'common',
  'misc',
  'shared',
  'lib',
]);
const testFunctions = new Set(['test', 'it', 'describe', 'suite', 't']);
const testModifiers = new Set(['skip', 'only', 'todo']);
/** Folders whose tests use virtual time. */
const handedTime = /^src\/ingest\/(live|facts)\//;
const sleepNames = new Set(['setTimeout', 'delay', 'sleep']);
/** A line of a test that must let time pass says so, with the reason. */
const waitMark = /\/\/ waits: \S/;
/** A loop that others end says who, on the line of its sleep. */
const endMark = /\/\/ ends: \S/;
/** Folders that may read the records of batches: the change feed, the writers, and the module that keeps the tables. */
const readsBatches = /^src\/(changes|ingest|analytics)\//;
/** Code that must follow the store by `runView`; audits, sums at a moment's marks and reads of the exchange are exempt. */
const followsStore =
  /^src\/(archetypes|boards|lifecycles(?!\/lifecycle-audit)|market(?!\/open-market)|positions|views(?!\/tallies))\//;
const timerNames = /^set(Timeout|Interval)$/;
/** Signs of a bound in a polling loop, other than a counter. */
const boundSign = /\b(monotonicMs|nowMs|performance\.now)\(|\b(attempt|tries)\b/;

export function findStyleFaults(sources: readonly SourceFile[]): Finding[] {
  return [
    ...sources.flatMap((source) => [...fileFaults(source), ...nodeFaults(source)]),
    ...queryNameFaults(sources),
  ];
}

/** Metrics, logs and the engine's own query log know a statement by its name alone. */
function queryNameFaults(sources: readonly SourceFile[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const { path, tree } of sources.filter(({ path }) => /^src\/(?!.*\.test\.ts$)/.test(path))) {
    walk(tree, (node) => {
      const name = queryName(node);
      if (name === undefined) return;
      const place = `${path}:${lineOf(node)}`;
      const first = seen.get(name);
      seen.set(name, first ?? place);
      if (first === undefined) return;
      const message = `query ${name} has the name of the one at ${first}; name it by what it reads`;
      findings.push({ path, line: lineOf(node), message });
    });
  }
  return findings;
}

/** The name of a `query({ name: '…' })`. */
function queryName(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression' || (node.callee as SyntaxNode).name !== 'query') return undefined;
  const [declared] = node.arguments as SyntaxNode[];
  const properties = (declared?.properties ?? []) as SyntaxNode[];
  const name = properties.find(({ key }) => (key as SyntaxNode | undefined)?.name === 'name');
  return (name?.value as { value?: string } | undefined)?.value;
}

function fileFaults({ path, text }: SourceFile): Finding[] {
  const findings: Finding[] = [];
  const name = posix.basename(path).replace(/(\.[a-z]+)*\.tsx?$/, '');
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    findings.push({ path, line: 1, message: `is not kebab-case; name it ${kebab(name)}.ts` });
  }
  const vague = path
    .replace(/\.tsx?$/, '')
    .split('/')
    .find((part) => vagueNames.has(part.split('.')[0]!));
  if (vague !== undefined) {
    findings.push({
      path,
      line: 1,
      message: `"${vague}" says nothing; name the file by the noun it holds (page-cache, key-format)`,
    });
  }
  const lines = text.split('\n').length - 1;
  if (lines > fileLinesLimit) {
    const message = `has ${lines} lines, the limit is ${fileLinesLimit}; move one of its nouns to a file of its own`;
    findings.push({ path, line: fileLinesLimit, message });
  }
  return findings;
}

function nodeFaults(source: SourceFile): Finding[] {
  const { path, tree } = source;
  const findings: Finding[] = [];
  const isTest = path.endsWith('.test.ts') || /^(packages\/[^/]+\/)?test\//.test(path);
  const lines = source.text.split('\n');
  walk(tree, (node, above) => {
    const message = isTest
      ? (skipFault(node) ??
        sleepFault(node, above, lines) ??
        (path.endsWith('.test.ts') && sharesProcess(path) ? startFault(node, above) : undefined))
      : (lengthFault(node, above.at(-1)) ??
        (/^(src|packages)\//.test(path)
          ? (consoleFault(node) ??
            spreadFault(node) ??
            batchFault(node, path) ??
            viewFault(node, path) ??
            copyFault(node, path))
          : undefined) ??
        (handedTime.test(path) ? timeFault(node) : undefined));
    if (message !== undefined) findings.push({ path, line: lineOf(node), message });
  });
  return findings;
}

/** A function's own lines, and those of a factory with all of its parts. */
function lengthFault(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  if (!isFunction(node)) return undefined;
  const named = (node.id ?? node.key ?? parent?.id ?? parent?.key) as { name?: string } | undefined;
  const name = named?.name ?? '(anonymous)';
  const all = linesOf(node);
  if (all >= factoryLinesLimit)
    return `function ${name} has ${all} lines with those inside it, the limit is ${factoryLinesLimit - 1}; make parts with names of it, each a file of its own`;
  const lines = all - innerFunctions(node).reduce((sum, inner) => sum + linesOf(inner) - 1, 0);
  if (lines < functionLinesLimit) return undefined;
  return `function ${name} has ${lines} lines, the limit is ${functionLinesLimit - 1}; give one of its steps a function and a name`;
}

function isFunction(node: SyntaxNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod)$/.test(
    node.type,
  );
}

/** The outermost functions inside a node. */
function innerFunctions(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).flatMap((child) => (isFunction(child) ? [child] : innerFunctions(child)));
}

function linesOf(node: SyntaxNode): number {
  return node.loc === undefined || node.loc === null ? 0 : node.loc.end.line - node.loc.start.line + 1;
}

/** Members spread only to make the formatter keep them on one line. */
function spreadFault(node: SyntaxNode): string | undefined {
  if (node.type !== 'SpreadElement') return undefined;
  const { type } = node.argument as SyntaxNode;
  if (type !== 'ObjectExpression' && type !== 'ArrayExpression') return undefined;
  return 'a spread of members that are written out: write them as members, or name what they are together';
}

function consoleFault(node: SyntaxNode): string | undefined {
  const name = memberName(node);
  if (name?.startsWith('console.') !== true) return undefined;
  return `${name}: use the Log handed in (kernel/log.ts); a command writes to context.stdout or context.stderr`;
}

/** Everything that follows the store must use the shared feed. */
function batchFault(node: SyntaxNode, path: string): string | undefined {
  if (node.type !== 'TemplateElement' && node.type !== 'StringLiteral') return undefined;
  const { raw = String(node.value) } = node.value as { raw?: string };
  if (readsBatches.test(path) || !/\b(ingest_batches|changed_wallet_days)\b\s/.test(`${raw} `))
    return undefined;
  return 'the records of batches: follow the ChangeFeed of src/changes, or use a statement of changes/batches.ts';
}

/** Catch-up, retry and reads of views must stay in one place, one run at a time. */
function viewFault(node: SyntaxNode, path: string): string | undefined {
  if (!followsStore.test(path)) return undefined;
  const { name = '' } = (node.callee ?? {}) as { name?: string };
  const { value = '' } = (node.type === 'ImportDeclaration' ? node.source : {}) as { value?: string };
  const isTimer = /^node:timers/.test(value) && importedNames(node).some((one) => timerNames.test(one));
  const isPiece = /kernel\/(single-flight|swr-cache|pause|timers)\.ts$/.test(value);
  if (!timerNames.test(name) && !isTimer && !isPiece) return undefined;
  return 'a timer, loop or single-flight of its own: follow the store by runView or runValueView of src/changes';
}

function importedNames(node: SyntaxNode): string[] {
  const specifiers = node.specifiers as SyntaxNode[];
  return specifiers.map(({ imported }) => String((imported as { name?: string } | undefined)?.name));
}

/** Reports copies of kernel functions. */
function copyFault(node: SyntaxNode, path: string): string | undefined {
  if (path.startsWith('src/kernel/')) return undefined;
  if (node.type === 'AssignmentExpression' && node.operator === '??=') {
    if (calledMember(node.right as SyntaxNode)?.name !== 'finally') return undefined;
    return '??= with .finally(): one run at a time is a singleFlight of kernel/single-flight.ts';
  }
  if (node.type === 'ImportDeclaration') {
    const names = importedNames(node);
    const isDraft = ['Sync', ''].some((ending) =>
      ['writeFile', 'rename'].every((one) => names.includes(one + ending)),
    );
    return isDraft
      ? 'writeFile and rename: a file that takes the place of another is a replaceFile of kernel/whole-file.ts'
      : undefined;
  }
  const called = calledMember(node);
  if (called?.name === 'catch' && (called.of.callee as { name?: string } | undefined)?.name === 'delay')
    return 'delay().catch(): a wait that an abort ends early is a pause of kernel/pause.ts';
  if (called?.name === 'next' && calledMember(called.of)?.name === 'keys')
    return '.keys().next(): a map that drops its oldest entry is a BoundedMap of kernel/bounded-map.ts';
  return undefined;
}

/** Name and receiver of a call `of.name(…)`. */
function calledMember(node: SyntaxNode): { name: string; of: SyntaxNode } | undefined {
  const callee = node.type === 'CallExpression' ? (node.callee as SyntaxNode) : undefined;
  if (callee?.type !== 'MemberExpression') return undefined;
  const { name } = callee.property as { name?: string };
  return { name: String(name), of: callee.object as SyntaxNode };
}

function timeFault(node: SyntaxNode): string | undefined {
  const { name = '' } = (node.callee ?? {}) as { name?: string };
  const isImport = node.type === 'ImportDeclaration';
  const from = isImport ? String((node.source as unknown as { value: string }).value) : '';
  const isClock = isImport && importedNames(node).includes('monotonicMs');
  if (!isClock && !/^(node:)?timers/.test(from) && name !== 'setTimeout' && name !== 'setInterval')
    return undefined;
  return `${name || from}: wait and measure by the Timers handed in (kernel/timers.ts), so that a seed of the live tests is the same run`;
}

function skipFault(node: SyntaxNode): string | undefined {
  const [owner = '', modifier = ''] = (memberName(node) ?? '').split('.');
  if (testFunctions.has(owner) && testModifiers.has(modifier)) {
    return `${owner}.${modifier}: every test runs; delete it, or make what it needs start and let it fail where that cannot`;
  }
  if (node.type !== 'CallExpression' || !testFunctions.has(String((node.callee as SyntaxNode).name)))
    return undefined;
  const options = (node.arguments as SyntaxNode[]).find((argument) => argument.type === 'ObjectExpression');
  const keys = ((options?.properties ?? []) as SyntaxNode[]).map((property) =>
    String((property.key as SyntaxNode | undefined)?.name),
  );
  const modified = keys.find((key) => testModifiers.has(key));
  return modified === undefined ? undefined : `{ ${modified} }: every test runs; delete the option`;
}

/** Files share a process: work at import time would delay, or collide with, the files before. */
function startFault(node: SyntaxNode, above: readonly SyntaxNode[]): string | undefined {
  // Listing the tests may need an await.
  const lists = above.some(({ type }) => type === 'ForOfStatement');
  if (node.type !== 'AwaitExpression' || lists || above.some(isFunction)) return undefined;
  return 'await outside of any function: a test file starts what it needs in before(), as the files before it may have theirs still';
}

function sleepFault(
  node: SyntaxNode,
  above: readonly SyntaxNode[],
  lines: readonly string[],
): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const name = String((node.callee as SyntaxNode).name);
  const line = lineOf(node);
  if (!sleepNames.has(name)) return undefined;
  const loop = above.findLast(({ type }) => /^(While|DoWhile|For\w*)Statement$/.test(type));
  if (loop !== undefined) {
    if (isBounded(loop, lines) || endMark.test(lines[line - 1]!)) return undefined;
    return `${name} in a loop without a bound hangs where what it waits for does not come; until('what is waited for', …) of test/until.ts, or mark the line with "// ends: when"`;
  }
  if (waitMark.test(`${lines[line - 2]}\n${lines[line - 1]}`)) return undefined;
  return `${name} in a test hides a race; await the event itself (once(), a promise, a poll with a deadline), or mark the line with "// waits: why" where time is what is tested`;
}

/** True if a loop iterates over a list, counts, or checks a clock. */
function isBounded(loop: SyntaxNode, lines: readonly string[]): boolean {
  if (/^For(Of|In)Statement$/.test(loop.type)) return true;
  const update = loop.update as SyntaxNode | null | undefined;
  const counts = update?.type === 'UpdateExpression' || /^[+-]=$/.test(String(update?.operator));
  if (counts && loop.test !== null) return true;
  return boundSign.test(lines.slice(loop.loc!.start.line - 1, loop.loc!.end.line).join('\n'));
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
}

if (import.meta.main) process.exit(printFindings(findStyleFaults(readSources('.'))) ? 0 : 1);
