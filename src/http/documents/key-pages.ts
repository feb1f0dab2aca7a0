import { htmlDocument } from './html-document.ts';

/** Where an answer without a key points, unless the operator has a page of his own (`TIDEMARK_SIGNUP_URL`). */
export function signupPage(): string {
  return htmlDocument(
    'Keys – Tidemark',
    `<h1>How to get a key</h1>
<p>Keys of this service are made by whoever runs it. If that is you:</p>
<pre><code>./tidemark keys create</code></pre>
<p>prints one, also while the service runs. Send it in the header <code>X-API-Key</code>.</p>`,
  );
}

/** Where a refusal by a tier's limits points, unless the operator has a page of his own (`TIDEMARK_UPGRADE_URL`). */
export function upgradePage(): string {
  return htmlDocument(
    'Tiers – Tidemark',
    `<h1>How to get a higher tier</h1>
<p>Tiers of this service are granted by whoever runs it. <code>/api/public/v1/plan</code> tells what each of them allows. If that is you:</p>
<pre><code>./tidemark accounts grant ACCOUNT TIER</code></pre>
<p>holds from the next request on, for all keys of the account. Without <code>--account</code>, keys are of the account <code>default</code>.</p>`,
  );
}
