/**
 * Checks that the files, folders and headings named by comments and documents exist. Run by
 * `npm run check`.
 *
 * A word counts as a path if it begins with a folder of the root (`src/kernel/clock.ts`), or has the ending of a code file or document
 * (`kernel/clock.ts`: the end of a path from a folder on suffices). `*` matches any characters in a name. Paths ignored by .gitignore may
 * be named. Code blocks in documents and addresses (`https://…`, `/docs/guides`) are not checked.
 */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { headingIds, proseOf } from '../portal/build/markdown.ts';
import { type Finding, printFindings, readSources, type SourceFile } from './source-tree.ts';

/** A document or a file of SQL. */
export interface TextFile {
  /** Relative to the root, with `/`. */
  path: string;
  text: string;
}

/** Files to check. */
export interface LinkedTree {
  sources: readonly SourceFile[];
  documents: readonly TextFile[];
  statements: readonly TextFile[];
  /** Paths of all files, relative to the root. */
  paths: readonly string[];
  /** True of a path that .gitignore leaves out: programs make it. */
  isMade(path: string): boolean;
}

const word = /(?<![\w/.~$@:#…>}-])(?:\.\/)?([\w*@-][\w.*@-]*(?:\/[\w.*@-]+)*)(?:#([\w-]+))?/g;
const codeName = /[\w*]\.(ts|tsx|sql|md)$/;
const citation = /\b(docs\/[\w/-]+\.md)#([\w-]+)/g;
const link = /\]\(([^()\s]+)\)/g;

/** Every name that leads nowhere. */
export function findLinkFaults(tree: LinkedTree): Finding[] {
  const { sources, documents, statements, paths, isMade } = tree;
  const texts = new Map(documents.map(({ path, text }) => [path, text]));
  const findPath = createPathFinder(paths);
  const hasHeading = createHeadings(texts);

  function wordFault(name: string, heading: string | undefined): string | undefined {
    const found = findPath(name);
    if (found === undefined)
      return isMade(name) ? undefined : `${name} is no file or folder of the repository`;
    if (heading !== undefined && found.endsWith('.md') && !hasHeading(found, heading))
      return `${found} has no heading #${heading}`;
    return undefined;
  }

  function lineFaults(line: string): string[] {
    const faults = [...line.matchAll(word)].flatMap(([, spelled = '', heading]) => {
      const name = spelled.replace(/[/.-]+$/, '');
      return findPath.isPath(name) ? [wordFault(name, heading)] : [];
    });
    return faults.filter((message) => message !== undefined);
  }

  function textFaults(path: string, text: string, firstLine = 1): Finding[] {
    const lines = text.split('\n');
    return lines.flatMap((line, i) =>
      lineFaults(line).map((message) => ({ path, line: firstLine + i, message })),
    );
  }

  function linkFault(path: string, href: string): string | undefined {
    if (/^[a-z]+:/.test(href) || /^[/{]/.test(href)) return undefined;
    const [file = '', heading] = href.split('#');
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
    if (!findPath.exists(target)) return `the link ${href} leads to no file`;
    if (heading !== undefined && !hasHeading(target, heading)) return `${target} has no heading #${heading}`;
    return undefined;
  }

  function documentFaults({ path, text }: TextFile): Finding[] {
    const prose = proseOf(text);
    const faults = prose.split('\n').flatMap((line, i) =>
      [...line.matchAll(link)].flatMap(([, href]) => {
        const message = linkFault(path, href!);
        return message === undefined ? [] : [{ path, line: i + 1, message }];
      }),
    );
    return [...faults, ...textFaults(path, prose.replace(link, ']'))];
  }

  function sourceFaults({ path, text, comments }: SourceFile): Finding[] {
    const inComments = comments.flatMap((comment) => textFaults(path, comment.text, comment.line));
    // Names of tests cite sections, too.
    const cited = text.split('\n').flatMap((line, i) =>
      [...line.matchAll(citation)].flatMap(([, file, heading]) => {
        const message = wordFault(file!, heading);
        return message === undefined ? [] : [{ path, line: i + 1, message }];
      }),
    );
    const known = new Set(inComments.map(({ line, message }) => `${line} ${message}`));
    return [...inComments, ...cited.filter(({ line, message }) => !known.has(`${line} ${message}`))];
  }

  return [
    ...sources.flatMap(sourceFaults),
    ...documents.flatMap(documentFaults),
    ...statements.flatMap(({ path, text }) => textFaults(path, text.replace(/^(?!\s*--).*$/gm, ''))),
  ];
}

/** Finds files and folders by their path, or by its end. */
function createPathFinder(paths: readonly string[]) {
  const all = new Set(paths);
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      all.add(path.slice(0, at));
  }
  const roots = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!));
  const byEnd = new Map<string, string>();
  for (const path of all) {
    byEnd.set(path, path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const end = path.slice(at + 1);
      if (!byEnd.has(end)) byEnd.set(end, path);
    }
  }
  const list = [...all];

  function findPath(name: string): string | undefined {
    if (name.includes('*'))
      return list.find((path) => matchesGlob(path, name) || matchesGlob(path, `**/${name}`));
    return byEnd.get(name);
  }

  return Object.assign(findPath, {
    exists: (path: string) => path === '.' || all.has(path.replace(/\/$/, '')),
    isPath: (name: string) => codeName.test(name) || (name.includes('/') && roots.has(name.split('/')[0]!)),
  });
}

/** Checks whether a document has a heading; reads each document once. */
function createHeadings(texts: ReadonlyMap<string, string>) {
  const known = new Map<string, Set<string>>();
  return (path: string, id: string): boolean => {
    const ids = known.get(path) ?? headingIds(texts.get(path) ?? '');
    known.set(path, ids);
    return ids.has(id);
  };
}

/** Matches paths ignored by the repository's .gitignore files. @param files their paths and texts */
export function createMadePaths(files: readonly TextFile[]): (path: string) => boolean {
  const patterns = files.flatMap(({ path, text }) => {
    const folder = posix.dirname(path) === '.' ? '' : `${posix.dirname(path)}/`;
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return lines.map((line) => {
      const name = line.trim().replace(/\/$/, '');
      const start = name.includes('/') ? `^${folder}` : `^${folder}(.*/)?`;
      const inner = name.replace(/^\//, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
      return new RegExp(`${start}${inner}(/|$)`);
    });
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function readTree(root: string): LinkedTree {
  const all = globSync(['**', '**/.*', '**/.*/**'], {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => name === 'node_modules' || name === '.git',
  })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(posix.resolve(root), posix.join(entry.parentPath, entry.name)))
    .sort();
  const read = (paths: readonly string[]) =>
    paths.map((path) => ({ path, text: readFileSync(posix.join(root, path), 'utf8') }));
  const isMade = createMadePaths(read(all.filter((path) => posix.basename(path) === '.gitignore')));
  const paths = all.filter((path) => !isMade(path));
  return {
    sources: readSources(root),
    documents: read(paths.filter((path) => path.endsWith('.md'))),
    statements: read(paths.filter((path) => path.endsWith('.sql'))),
    paths,
    isMade,
  };
}

if (import.meta.main) process.exit(printFindings(findLinkFaults(readTree('.'))) ? 0 : 1);
