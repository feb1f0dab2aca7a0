/** Words of the operator's page. */
export const words = {
  title: 'Operator',
  token: 'Admin token',
  tokenPlace: 'TIDEMARK_ADMIN_TOKEN of this service. It is kept in the memory of this tab only.',
  unreachable: 'The admin surface was not reached.',
  noAccounts: 'No accounts yet.',
  noKeys: 'No keys yet.',
  noGaps: 'No gaps.',
  noQuarantine: 'No records in quarantine.',
  noFeeds: 'No live feeds in this process: the data was imported, or another process reads it.',
  noJobs: 'No scheduled job has run yet.',
  noGrants: 'No grants: the account is on Free.',
  once: 'This is shown only once.',
  invite:
    'The person with this link joins the account as owner or member, or creates an account if none is named.',
  inviteEnds: 'The link expires after seven days. Append it to the address of the service:',
  forEver: 'no end',
  sinceEver: 'from the start',
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
