import type { TemplateReader } from '../src/ingest/live/outcomes/template-reader.ts';

/** A reader where no outcome is made from a template. */
export const noTemplates: TemplateReader = { refresh: async () => undefined, find: () => undefined };
