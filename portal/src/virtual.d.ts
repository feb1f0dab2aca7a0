declare module 'virtual:definitions' {
  const definitions: Readonly<Record<string, string>>;
  export default definitions;
}

declare module 'virtual:plans' {
  const plans: readonly { tier: string; endpoints: readonly { id: string; summary: string }[] }[];
  export default plans;
}

declare module 'virtual:documents' {
  interface RenderedDocument {
    title: string;
    html: string;
    headings: { id: string; text: string }[];
  }
  const documents: Readonly<
    Record<string, { title: string; load: () => Promise<{ default: RenderedDocument }> }>
  >;
  export default documents;
}

declare module 'virtual:reference' {
  const facts: {
    /** Error codes of a refused GET. */
    codes: readonly { code: string; status: number; meaning: string; remedy: string }[];
    /** Maximum lag of an answer behind its views, by operation, ms. */
    lagMs: Readonly<Record<string, number>>;
  };
  export default facts;
}

declare module 'virtual:doc-index' {
  const entries: readonly import('./search/doc-entry.ts').DocEntry[];
  export default entries;
}
