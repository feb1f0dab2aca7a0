/** Names shared by the gate and better-auth. A separate file, so that the gate does not load better-auth. */

export const authPath = '/portal/api/auth';
/** Marks a request that comes from this machine; set by the gate, whatever the caller sent. */
export const localHeader = 'x-tidemark-local';
/** The request as the gate names it; likewise. An invitation is claimed under this name. */
export const requestHeader = 'x-tidemark-request';
/** The address of the client; likewise. */
export const clientHeader = 'x-tidemark-client';
