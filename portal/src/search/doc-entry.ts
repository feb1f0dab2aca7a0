/** Something of the documents that a search finds. */
export interface DocEntry {
  kind: 'guide' | 'glossary' | 'methodology' | 'endpoint' | 'parameter' | 'field';
  title: string;
  href: string;
  /** Description as plain text. */
  text: string;
}
