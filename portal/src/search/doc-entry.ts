/** Something of the documents that a search finds. */
export interface DocEntry {
  kind: 'guide' | 'glossary' | 'methodology' | 'endpoint' | 'parameter' | 'field';
  title: string;
  href: string;
  /** What is said of it, as plain text. */
  text: string;
}
