import { globSync, readFileSync } from 'node:fs';
import { type ParserOptions, parse } from '@babel/parser';

/** A node of the syntax tree, as far as the checks look at it. */
export interface SyntaxNode {
  type: string;
  loc?: { start: { line: number }; end: { line: number } } | null;
  [field: string]: unknown;
}

/** One TypeScript file of the project. */
export interface SourceFile {
  /** Relative to the root, with `/`: `src/kernel/clock.ts`. */
  path: string;
  text: string;
  tree: SyntaxNode;
  comments: readonly Comment[];
}

/** A comment without its marks; a block may have several lines. */
export interface Comment {
  /** Its first line, from 1. */
  line: number;
  text: string;
}

/** A finding of a check at a place in the source; the message names the remedy. */
export interface Finding {
  path: string;
  line: number;
  message: string;
}

const parserOptions: ParserOptions = { sourceType: 'module', plugins: ['typescript'] };
const markupOptions: ParserOptions = { sourceType: 'module', plugins: ['typescript', 'jsx'] };

/** All TypeScript files of the project under `root`, in order of their paths. */
export function readSources(root: string): SourceFile[] {
  const paths = globSync(
    [
      '{src,packages/*/{src,test},scripts,test,bench,portal/src,portal/build}/**/*.{ts,tsx}',
      'clients/typescript/src/*.ts',
    ],
    {
      cwd: root,
    },
  ).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => parseSource(path, readFileSync(`${root}/${path}`, 'utf8')));
}

/** @throws SyntaxError naming the file */
export function parseSource(path: string, text: string): SourceFile {
  try {
    const { program, comments } = parse(text, path.endsWith('.tsx') ? markupOptions : parserOptions);
    return {
      path,
      text,
      tree: program as unknown as SyntaxNode,
      comments: (comments ?? []).map(({ value, loc }) => ({ line: loc?.start.line ?? 1, text: value })),
    };
  } catch (fault) {
    throw new SyntaxError(`${path}: ${(fault as Error).message}`);
  }
}

/** Visits every node below `node`, itself included, with the nodes above it, the nearest last. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, above: readonly SyntaxNode[]) => void,
  above: readonly SyntaxNode[] = [],
): void {
  visit(node, above);
  const inside = [...above, node];
  for (const child of childrenOf(node)) walk(child, visit, inside);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

export function lineOf(node: SyntaxNode): number {
  return node.loc?.start.line ?? 1;
}

/** `a.b` of a member expression of two plain names, else undefined. */
export function memberName(node: SyntaxNode): string | undefined {
  const { object, property, computed } = node as unknown as {
    object: SyntaxNode;
    property: SyntaxNode;
    computed: boolean;
  };
  if (node.type !== 'MemberExpression' || computed || object.type !== 'Identifier') return undefined;
  return `${String(object.name)}.${String(property.name)}`;
}

/** Prints findings as `path:line message`. Returns true if there are none. */
export function printFindings(findings: readonly Finding[]): boolean {
  for (const { path, line, message } of findings) console.error(`${path}:${line} ${message}`);
  return findings.length === 0;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}
