/** The list of contents of /docs: addresses of documents (virtual:documents), the reference among them. */
export const contents: readonly {
  name: string;
  pages: readonly { href: string; name: string; what: string }[];
}[] = [
  {
    name: 'Use',
    pages: [
      {
        href: '/docs/reference',
        name: 'Reference',
        what: 'A page for each endpoint: parameters, fields, errors, code, and a call to try.',
      },
      {
        href: '/docs/reference/streams',
        name: 'Feeds',
        what: 'Every feed over the WebSocket, with a console that follows one.',
      },
      { href: '/docs/endpoints', name: 'Endpoints', what: 'All of them in one table, with their plan.' },
      { href: '/docs/guides/first-call', name: 'First call', what: 'A key, a call, an answer.' },
      {
        href: '/docs/guides/windows',
        name: 'Windows',
        what: 'How far back answers reach, and how fresh they are.',
      },
      { href: '/docs/guides/errors', name: 'Errors', what: 'What a refusal says and what to do.' },
      { href: '/docs/guides/limits', name: 'Limits', what: 'Tiers, rates, quotas, and how to stay below.' },
      {
        href: '/docs/guides/streams',
        name: 'Streams',
        what: 'What is stored, as it comes, over a WebSocket.',
      },
      {
        href: '/docs/guides/alerts',
        name: 'Alerts',
        what: 'The same to an address of yours, signed, or to a chat.',
      },
      { href: '/docs/guides/agents', name: 'Agents', what: 'The same over the Model Context Protocol.' },
      {
        href: '/docs/guides/pay-per-call',
        name: 'Pay per call',
        what: 'Single calls without a key, by x402.',
      },
      { href: '/docs/clients', name: 'Clients', what: 'TypeScript and Python.' },
    ],
  },
  {
    name: 'Understand',
    pages: [
      { href: '/docs/methodology', name: 'Methodology', what: 'What every number means, with its formula.' },
      { href: '/docs/methodology/fields', name: 'Fields', what: 'Every field of every answer.' },
      {
        href: '/docs/methodology/sources',
        name: 'Sources',
        what: 'Which query and table stand behind each answer.',
      },
      { href: '/docs/glossary', name: 'Glossary', what: 'One word, one meaning.' },
    ],
  },
  {
    name: 'Run',
    pages: [
      { href: '/docs/settings', name: 'Settings', what: 'Every setting with its default and bounds.' },
      {
        href: '/docs/operations',
        name: 'Operations',
        what: 'Running it yourself: sources, backups, what to watch.',
      },
      {
        href: '/docs/agents',
        name: 'Agents in full',
        what: 'Set-up of clients, the tools and their figures.',
      },
      { href: '/docs/deprecation', name: 'Deprecation', what: 'What may change, and with how much notice.' },
      { href: '/docs/changelog', name: 'Changelog', what: 'What changed.' },
    ],
  },
];
