/** Checks the imports of every file (ARCHITECTURE.md, "The import rule"). Run by `npm run check`. */
import { posix } from 'node:path';
import { type FileImport, folderCycles } from './folder-cycles.ts';
import {
  type Finding,
  lineOf,
  memberName,
  printFindings,
  readSources,
  type SourceFile,
  type SyntaxNode,
  walk,
} from './source-tree.ts';

/**
 * Layers from the bottom up: a folder of src imports only itself and lower layers, never the same or a higher layer. The source of a
 * package is one folder.
 */
const layers: readonly (readonly string[])[] = [
  ['kernel', 'version'],
  ['domain', 'wire', 'routes'],
  ['analytics', 'control', 'exchange-simulator'],
  ['changes', 'coverage'],
  ['boards', 'lifecycles', 'market', 'positions'],
  ['archetypes'],
  ['views'],
  ['access', 'billing', 'ingest', 'jobs', 'endpoints'],
  ['streams'],
  ['alerts'],
  ['http', 'mcp', 'operate'],
  ['portal'],
  ['config'],
  ['app'],
  ['cli'],
  ['main'],
];

/** Permitted imports against the layers, each with its reason. Types only: they load nothing. */
const allowedTypes: Readonly<Record<string, string>> = {
  // An endpoint's run gets the caller that access found; the type is the port between the two.
  'src/access/caller.ts': 'endpoints',
  // The commands' part of app.ts is defined with the commands.
  'src/cli/context.ts': 'app',
};

/** Files that may import a driver package; all others use its port. */
const drivers: Readonly<Record<string, { allowed: RegExp; port: string }>> = {
  chdb: {
    allowed: /^src\/analytics\/(chdb|lane)[^/]*\.ts$/,
    port: 'the AnalyticsStore of src/analytics/store.ts',
  },
  'ffi-rs': { allowed: /^src\/analytics\/freed-memory\.ts$/, port: 'giveBackFreed of that file' },
  '@clickhouse/client': {
    allowed: /^src\/analytics\/clickhouse[^/]*\.ts$/,
    port: 'the AnalyticsStore of src/analytics/store.ts',
  },
  '@electric-sql/pglite': {
    allowed: /^src\/control\//,
    port: 'the ControlStore of src/control/store.ts',
  },
  pg: {
    allowed: /^src\/control\//,
    port: 'the ControlStore of src/control/store.ts',
  },
  '@redis/client': {
    allowed: /^src\/access\/redis\//,
    port: 'the Limiter of src/access/limiter.ts',
  },
  kysely: { allowed: /^src\/control\//, port: 'the ControlStore of src/control/store.ts' },
  'lz4-napi': {
    allowed: /^(src\/ingest\/sources\/|packages\/exchange-simulator\/src\/(node-files\.ts$|node\/))/,
    port: 'a FillSource of src/ingest/source.ts',
  },
  undici: {
    allowed: /^src\/ingest\/sources\/hyperliquid\//,
    port: 'the InfoTransport of src/ingest/sources/hyperliquid/info-transport.ts',
  },
  ws: {
    allowed:
      /^(src\/ingest\/sources\/hyperliquid\/|packages\/exchange-simulator\/src\/|src\/http\/server\/stream-route\.ts$)/,
    port: 'the Feed of src/ingest/sources/hyperliquid/feed.ts, or the StreamLine of src/streams/followed.ts',
  },
  'apache-arrow': { allowed: /^src\/(ingest|analytics)\//, port: 'AnalyticsStore.insertArrow' },
  '@modelcontextprotocol/server': {
    allowed: /^src\/mcp\/server\//,
    port: 'a tool of src/mcp/tools, or createMcp of src/mcp/server',
  },
  commander: {
    allowed: /^(src\/cli|packages\/exchange-simulator\/src\/(command\/|main\.ts$))/,
    port: 'a command of src/cli',
  },
  pino: { allowed: /^src\/kernel\/log\.ts$/, port: 'createLog and Log of src/kernel/log.ts' },
  'better-auth': { allowed: /^src\/portal\/auth\.ts$/, port: 'createAuth of src/portal/auth.ts' },
  '@better-auth/passkey': { allowed: /^src\/portal\/auth\.ts$/, port: 'createAuth of src/portal/auth.ts' },
  nodemailer: { allowed: /^src\/portal\/mail\.ts$/, port: 'the Mailer of src/portal/mail.ts' },
  stripe: { allowed: /^src\/billing\//, port: 'the BillingProvider of src/billing/billing.ts' },
  '@x402/core': {
    allowed: /^src\/billing\/x402\//,
    port: 'the PayPerCall of src/billing/x402/pay-per-call.ts',
  },
  '@x402/evm': {
    allowed: /^src\/billing\/x402\//,
    port: 'the PayPerCall of src/billing/x402/pay-per-call.ts',
  },
  standardwebhooks: { allowed: /^src\/alerts\/sender\.ts$/, port: 'the Sender of src/alerts/sender.ts' },
  'prom-client': { allowed: /^src\/http\//, port: 'the metrics of src/http' },
};

/** Modules loaded dynamically, and the cost of a static import. */
const loadedAtUse: Readonly<Record<string, { instead: string; cost: string }>> = {
  'src/portal/auth.ts': { instead: 'src/portal/auth-names.ts', cost: 'every start loads better-auth' },
  'src/portal/mail.ts': { instead: 'the Mailer handed in', cost: 'every start loads nodemailer' },
  'src/boards/trader-queries.ts': {
    instead: 'src/boards/traders.ts',
    cost: 'the ranking thread loads the modules of queries',
  },
};

/** Names reserved for one file, and the alternative for all others. */
const reserved: Readonly<Record<string, { only: string; use: string }>> = {
  'process.env': { only: 'src/config/config.ts', use: 'a field of the Config handed in' },
  'Date.now': { only: 'src/kernel/clock.ts', use: 'a Clock handed in' },
  'performance.now': { only: 'src/kernel/clock.ts', use: 'monotonicMs of kernel/clock.ts' },
  'process.hrtime': { only: 'src/kernel/clock.ts', use: 'monotonicMs of kernel/clock.ts' },
  'Math.random': { only: 'src/kernel/rng.ts', use: 'kernel/rng.ts' },
};
const randomNames = /^(random\w*|getRandomValues|generateKey\w*)$/;
const pureFolders = ['domain', 'wire', 'routes'];
/** Packages without I/O that pure code may use, in addition to its own layer. */
const purePackages = new Set(['typebox', 'typebox/compile', 'typebox/value', 'decimal.js']);

interface ImportEdge {
  specifier: string;
  names: string[];
  typeOnly: boolean;
  /** True for a dynamic `import()`. */
  atUse: boolean;
  line: number;
}

/** Every breach of the import rule. */
export function findImportFaults(sources: readonly SourceFile[]): Finding[] {
  const inside: FileImport[] = [];
  const findings = sources.flatMap((source) => {
    const edges = importsOf(source.tree);
    const layered = isLayered(source.path) && !source.path.endsWith('.test.ts');
    if (layered && source.path.startsWith('src/')) inside.push(...fileImports(source.path, edges));
    const found = layered ? edges.map((edge) => importFault(source.path, edge)) : [];
    return [...found.filter((finding) => finding !== undefined), ...(layered ? reservedFaults(source) : [])];
  });
  return [...findings, ...folderCycles(inside)];
}

function fileImports(path: string, edges: readonly ImportEdge[]): FileImport[] {
  return edges
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, line }) => ({ path, line, target: posix.join(posix.dirname(path), specifier) }));
}

function importFault(path: string, edge: ImportEdge): Finding | undefined {
  const message = edge.specifier.startsWith('.')
    ? fileFault(path, posix.join(posix.dirname(path), edge.specifier), edge)
    : packageFault(path, edge);
  return message === undefined ? undefined : { path, line: edge.line, message };
}

function fileFault(path: string, target: string, { typeOnly, atUse }: ImportEdge): string | undefined {
  const lazy = Object.hasOwn(loadedAtUse, target) ? loadedAtUse[target] : undefined;
  if (lazy !== undefined && !typeOnly && !atUse)
    return `imports ${target}, so that ${lazy.cost}: import() it at its use, or use ${lazy.instead}`;
  return layerFault(path, target, typeOnly);
}

function layerFault(path: string, target: string, typeOnly: boolean): string | undefined {
  if (!isLayered(target)) {
    return posix.basename(target) === 'package.json'
      ? undefined
      : `imports ${target}; src imports only src: move what it needs into src`;
  }
  const [from, to] = [folderOf(path), folderOf(target)];
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer < 0)
    return `folder ${shownFolder(path)} has no layer; give it its place in scripts/imports.ts`;
  if (toLayer < 0)
    return `imports ${shownFolder(target)}, which has no layer; give it its place in scripts/imports.ts`;
  if (from === to || toLayer < fromLayer) return undefined;
  if (typeOnly && allowedTypes[target] === from) return undefined;
  const relation = toLayer === fromLayer ? 'stands beside it' : 'stands above it';
  return `${shownFolder(path)} imports ${shownFolder(target)}, which ${relation}; move what both need down to ${layers[Math.max(0, fromLayer - 1)]!.join(' or ')}, or hand it in as an argument from app.ts`;
}

function packageFault(path: string, edge: ImportEdge): string | undefined {
  const name = edge.specifier
    .split('/')
    .slice(0, edge.specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const driver = drivers[name];
  if (driver !== undefined && !driver.allowed.test(path))
    return `imports the package ${name}; use ${driver.port}`;
  if (pureFolders.includes(folderOf(path)) && !purePackages.has(edge.specifier)) {
    return `imports ${edge.specifier}; ${folderOf(path)} does no I/O: hand the data in from the caller`;
  }
  const random = edge.names.find((imported) => randomNames.test(imported));
  if (/^(node:)?crypto$/.test(edge.specifier) && random !== undefined && path !== 'src/kernel/rng.ts') {
    return `imports ${random} of node:crypto; use kernel/rng.ts`;
  }
  const env = /^(node:)?process$/.test(edge.specifier) && edge.names.includes('env');
  return env && path !== 'src/config/config.ts'
    ? 'imports env of node:process; use a field of the Config handed in'
    : undefined;
}

function reservedFaults({ path, tree }: SourceFile): Finding[] {
  const findings: Finding[] = [];
  walk(tree, (node) => {
    const name = memberName(node) ?? '';
    const rule = Object.hasOwn(reserved, name) ? reserved[name] : undefined;
    if (rule !== undefined && path !== rule.only) {
      findings.push({
        path,
        line: lineOf(node),
        message: `${name} belongs to ${rule.only}; use ${rule.use}`,
      });
    }
    if (name.startsWith('crypto.') && randomNames.test(name.slice(7)) && path !== 'src/kernel/rng.ts') {
      findings.push({ path, line: lineOf(node), message: `${name} belongs to src/kernel/rng.ts; use that` });
    }
    if (isSystemDate(node) && path !== 'src/kernel/clock.ts') {
      findings.push({
        path,
        line: lineOf(node),
        message: 'new Date() reads the clock; use a Clock handed in',
      });
    }
  });
  return findings;
}

function isSystemDate(node: SyntaxNode): boolean {
  const { callee } = node as unknown as { callee?: SyntaxNode };
  return (
    node.type === 'NewExpression' && callee?.name === 'Date' && (node.arguments as unknown[]).length === 0
  );
}

function importsOf(tree: SyntaxNode): ImportEdge[] {
  const edges: ImportEdge[] = [];
  walk(tree, (node) => {
    const source = (node.source ?? (node.type === 'TSImportType' ? node.argument : undefined)) as
      | SyntaxNode
      | null
      | undefined;
    if (typeof source?.value !== 'string') return;
    const specifiers = (node.specifiers ?? []) as { importKind?: string; imported?: { name?: string } }[];
    const eachType =
      specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === 'type');
    const typeOnly =
      node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType' || eachType;
    const names = specifiers.map((specifier) => specifier.imported?.name ?? '');
    const atUse = node.type === 'ImportExpression';
    edges.push({ specifier: source.value, names, typeOnly, atUse, line: lineOf(node) });
  });
  return edges;
}

function isLayered(path: string): boolean {
  return /^(src|packages\/[^/]+\/src)\//.test(path);
}

/** `kernel` of src/kernel/clock.ts, `main` of src/main.ts; the name of a package. */
function folderOf(path: string): string {
  const [, name = ''] = path.split('/');
  return name.replace(/\.ts$/, '');
}

/** `src/kernel`, `packages/exchange-simulator`. */
function shownFolder(path: string): string {
  return `${path.split('/')[0]}/${folderOf(path)}`;
}

function layerOf(folder: string): number {
  return layers.findIndex((layer) => layer.includes(folder));
}

if (import.meta.main) process.exit(printFindings(findImportFaults(readSources('.'))) ? 0 : 1);
