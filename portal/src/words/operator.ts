/** Words of the operator's page. */
export const words = {
  title: 'Operator',
  token: 'Admin token',
  tokenPlace:
    'TIDEMARK_ADMIN_TOKEN of this service. It is kept in the memory of this tab alone: loading the page again asks for it again.',
  unreachable: 'The admin surface was not reached.',
  noAccounts: 'No accounts yet.',
  noKeys: 'No keys yet.',
  noGaps: 'Nothing is missing for good, and no hole is open.',
  noQuarantine: 'Every record of the sources could be used.',
  noFeeds: 'Nothing is read live here: what is served was imported, or another process reads it.',
  noJobs: 'No scheduled job ran yet.',
  noGrants: 'Nothing was granted: the account is on Free.',
  once: 'This is the only time that it is shown.',
  invite:
    'Somebody with this link joins the account as its owner or member, or makes one of their own where none is named.',
  inviteEnds: 'It ends after seven days, and stands below the address of the service:',
  forEver: 'for ever',
  sinceEver: 'since ever',
  never: 'never',
  tabs: {
    accounts: 'Accounts',
    keys: 'Keys',
    gaps: 'Gaps',
    quarantine: 'Quarantine',
    feeds: 'Feeds',
    jobs: 'Jobs',
  },
} as const;
