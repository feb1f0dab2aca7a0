import type { IncomingMessage } from 'node:http';
import type { RequestBodies } from '../../access/request-bodies.ts';
import type { BillingOutcome, BillingWebhook } from '../../billing/billing.ts';
import { Problem, refused } from '../../kernel/problem.ts';
import type { Responder } from '../answers/responder.ts';
import { allowValue } from '../calls/cors.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { showCounts } from '../metrics/counts-metric.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { makePage } from '../pages/page.ts';

export interface WebhookOptions {
  webhook: BillingWebhook;
  responder: Responder;
  metrics: RequestMetrics;
  bodies: RequestBodies;
}

/** Deliveries stored concurrently; more get 503, and the provider sends them again. */
const deliveriesLimit = 16;

/**
 * Reads events of the billing provider. Needs no key and no limits, because the body is signed.
 * Does not report how the event was handled: 200 means that it need not be sent again.
 */
export function createWebhookRoute({ webhook, responder, metrics, bodies }: WebhookOptions) {
  const counts: Record<BillingOutcome | 'refused' | 'failed', number> = {
    applied: 0,
    repeated: 0,
    ignored: 0,
    unusable: 0,
    refused: 0,
    failed: 0,
  };
  showCounts({
    registry: metrics.registry,
    name: 'tidemark_billing_events_total',
    help: 'Events of the billing provider: applied, known already, of no concern, not usable (see the log), refused as forged, not stored.',
    label: 'outcome',
    counts,
  });
  const thanks = makePage({
    body: '{"received":true}\n',
    contentType: 'application/json',
    cacheControl: 'no-store',
    vary: 'Accept-Encoding',
  });
  let underWay = 0;

  async function receive(req: IncomingMessage): Promise<void> {
    if (req.method !== 'POST') throw onlyPost(webhook.path);
    // An incomplete event counts as none; the provider sends it again.
    const body = await bodies.read(req, webhook.maxBodyBytes, 'An event');
    if (underWay >= deliveriesLimit) throw tooMany();
    underWay += 1;
    try {
      counts[await webhook.receive(body, req.headers)] += 1;
    } catch (error) {
      counts[error instanceof Problem ? 'refused' : 'failed'] += 1;
      throw error;
    } finally {
      underWay -= 1;
    }
  }

  return {
    path: webhook.path,
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route: 'webhook' };
      const { req } = call;
      try {
        await receive(req);
        responder.sendForm(call, thanks, thanks.identity);
      } catch (error) {
        // The rest of the body stays unread, so the connection cannot be reused.
        responder.sendProblem(call, error, !req.complete);
      }
    },
  };
}

export type WebhookRoute = ReturnType<typeof createWebhookRoute>;

function onlyPost(path: string): Problem {
  return refused(405, 'METHOD_NOT_ALLOWED', `${path} takes events of the billing provider. Use POST.`, {
    headers: { Allow: allowValue(['POST']) },
  });
}

function tooMany(): Problem {
  return refused(503, 'OVERLOADED', 'Too many events are being stored. Send it again shortly.', {
    retryAfterSeconds: 1,
  });
}
