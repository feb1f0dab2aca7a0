/**
 * Checks that comments, documents, names of tests and messages are plain English: ten words and phrases have a plainer
 * one in each of their uses. Run by `npm run check`.
 *
 * Names are no prose: a word in backticks, a string without a space, a part of a path or of an identifier.
 */
import { globSync, readFileSync } from 'node:fs';
import { proseOf } from '../portal/build/markdown.ts';
import type { TextFile } from './links.ts';
import {
  childrenOf,
  type Finding,
  lineOf,
  printFindings,
  readSources,
  type SourceFile,
  type SyntaxNode,
} from './source-tree.ts';

const plainer: readonly (readonly [pattern: string, instead: string])[] = [
  ['tell|tells|told', 'returns, reports, logs, records or says'],
  ['anew', '"again", or what is done: reloads, rebuilds'],
  ['whoever', 'the noun: the caller, the process, the wallet'],
  ['nobody', '"no" and the noun: no caller, no reader'],
  ['no more(?! than)', '"no longer", or the number that is left'],
  ['of late', 'the time: in the last hour'],
  ['so many', 'the number and its unit'],
  ['for so long', 'the time and its unit'],
];
const faults = plainer.map(([pattern, instead]) => ({
  pattern: new RegExp(
    `(?<![\\w./-])(?:${pattern.replaceAll(' ', '\\s+(?:\\*\\s+)?')})(?![\\w/-]|\\.\\w)`,
    'gi',
  ),
  instead,
}));
const codeSpan = /`[^`\n]*`/g;
/** A statement of SQL: its columns are no prose. */
const statement = /\b(SELECT|INSERT INTO|GROUP BY|CREATE TABLE)\b/;
/** The checks of words, and their tests, name the words. */
const namesThem = /^scripts\/(english|size)(\.test)?\.ts$/;

/** Every use of one of the ten words. @param texts files that are not TypeScript */
export function findEnglishFaults(sources: readonly SourceFile[], texts: readonly TextFile[]): Finding[] {
  return [
    ...sources.flatMap((source) => [
      ...source.comments.flatMap(({ line, text }) => proseFaults(source.path, text, line)),
      ...stringsOf(source.tree).flatMap(({ line, text }) => proseFaults(source.path, text, line)),
    ]),
    ...texts.flatMap(({ path, text }) => proseFaults(path, proseIn(path, text), 1)),
  ];
}

function proseFaults(path: string, text: string, firstLine: number): Finding[] {
  const prose = text.replace(codeSpan, (span) => ' '.repeat(span.length));
  return faults
    .flatMap(({ pattern, instead }) => [...prose.matchAll(pattern)].map((match) => ({ match, instead })))
    .sort((a, b) => a.match.index - b.match.index)
    .map(({ match, instead }) => ({
      path,
      line: firstLine + prose.slice(0, match.index).split('\n').length - 1,
      message: `"${match[0].replace(/\s+(\*\s+)?/g, ' ')}" is not plain; say ${instead}`,
    }));
}

/** The texts of a tree that are sentences: those with a space, and the text of markup; of a statement its comments. */
function stringsOf(node: SyntaxNode): { line: number; text: string }[] {
  const text = textOf(node);
  const prose = statement.test(text) ? text.replace(/^(?!\s*--).*$/gm, '') : text;
  const inner = childrenOf(node).flatMap(stringsOf);
  const isProse = node.type === 'JSXText' || / \S|\S /.test(prose);
  return isProse ? [{ line: lineOf(node), text: prose }, ...inner] : inner;
}

function textOf(node: SyntaxNode): string {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return node.value as string;
  if (node.type !== 'TemplateLiteral') return '';
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');
}

/** A text with all that is no prose made blank, line by line. */
function proseIn(path: string, text: string): string {
  if (path.endsWith('.md')) return proseOf(text);
  if (path.endsWith('.json')) return text.replace(/^(?!\s*"(title|description)").*$/gm, '');
  return path.endsWith('.sql') ? text.replace(/^(?!\s*--).*$/gm, '') : text;
}

function readTexts(root: string): TextFile[] {
  const paths = globSync(
    [
      '*.md',
      '{docs,src,test,bench,scripts,packages,portal,clients,deploy}/**/*.{md,sql,py,pyi,css,html,lua,js,sh,yaml}',
      'deploy/**/{Caddyfile,Dockerfile,*.json}',
      'test/fixtures/cases/*.json',
    ],
    { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
  );
  return paths.sort().map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
}

if (import.meta.main) {
  const sources = readSources('.').filter(({ path }) => !namesThem.test(path));
  process.exit(printFindings(findEnglishFaults(sources, readTexts('.'))) ? 0 : 1);
}
