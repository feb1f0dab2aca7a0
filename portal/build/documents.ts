import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { documentAddress, type RenderedDocument, renderDocument } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..');
const virtualName = 'virtual:documents';
const pagePrefix = 'virtual:document/';

/** Paths from the repository's root of what the portal shows: all of docs/, and the changelog. */
export function documentPaths(): string[] {
  return [...globSync('docs/**/*.md', { cwd: root }), 'CHANGELOG.md'].sort();
}

/** Reads and renders one of them. */
export function readDocument(path: string): RenderedDocument {
  const isShown = (target: string) =>
    (target === 'CHANGELOG.md' || /^docs\/.*\.md$/.test(target)) && existsSync(join(root, target));
  return renderDocument(readFileSync(join(root, path), 'utf8'), path, isShown);
}

/**
 * Renders the documents of the repository when the portal is built: `virtual:documents` is a table of them by address,
 * each loaded when it is opened.
 */
export function documentsPlugin(): Plugin {
  return {
    name: 'tidemark-documents',
    resolveId: (id) => (id === virtualName || id.startsWith(pagePrefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${virtualName}`) return tableSource();
      if (!id.startsWith(`\0${pagePrefix}`)) return undefined;
      const path = id.slice(pagePrefix.length + 1).replace(/\.js$/, '');
      this.addWatchFile(join(root, path));
      return `export default ${JSON.stringify(readDocument(path))};\n`;
    },
  };
}

function tableSource(): string {
  const lines = documentPaths().map((path) => {
    const { title } = readDocument(path);
    const address = JSON.stringify(documentAddress(relative('.', path)));
    return `  ${address}: { title: ${JSON.stringify(title)}, load: () => import(${JSON.stringify(`${pagePrefix}${path}.js`)}) },`;
  });
  return `export default {\n${lines.join('\n')}\n};\n`;
}
