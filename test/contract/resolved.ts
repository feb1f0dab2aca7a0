// biome-ignore lint/suspicious/noExplicitAny: any part of a document, of which the caller knows what it is
export type Node = any;

/**
 * What a part of an OpenAPI document is, or leads to by its reference.
 * @throws Error for a reference that leads nowhere
 */
export function resolved(document: Node, node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const steps = node.$ref.replace('#/', '').split('/') as string[];
  const target = steps.reduce((found: Node, step) => found?.[step.replaceAll('~1', '/')], document);
  if (target === undefined) throw new Error(`${node.$ref} leads nowhere`);
  return target;
}
