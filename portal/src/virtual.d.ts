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

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  const show: (options: Readonly<Record<string, unknown>>) => unknown;
  export default show;
}
