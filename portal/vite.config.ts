import { join } from 'node:path';
import { defineConfig } from 'vite';
import { constantModules } from './build/constant-modules.ts';
import { documentsPlugin } from './build/documents.ts';

/** Where `npm run dev -w portal` finds the API. */
const devServer = process.env.TIDEMARK_DEV_URL ?? 'http://127.0.0.1:8080';

/** What most pages are made of comes in one file beside the first: a file each would be a dozen requests before a page is drawn. */
const sharedParts = /\/portal\/src\/(api|figure|format|frame|states|table)\//;

/** The pages, or in the mode `operator` the page of the admin port, which shares parts with them and no file. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [constantModules(), documentsPlugin()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    // A strict policy takes no data: addresses, and needs no polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false, pluginTimings: false },
      ...(mode === 'operator' && { input: join(import.meta.dirname, 'operator.html') }),
      output: { codeSplitting: { groups: [{ name: 'parts', test: sharedParts, minShareCount: 2 }] } },
    },
  },
  server: {
    proxy: { '^/(api|portal|openapi.json|schemas|errors)': { target: devServer } },
  },
}));
