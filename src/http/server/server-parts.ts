import type { Authenticator } from '../../access/caller.ts';
import type { Limiter } from '../../access/limiter.ts';
import { createRequestBodies, type RequestBodies } from '../../access/request-bodies.ts';
import type { RequestLog } from '../../access/request-record.ts';
import type { StreamTickets } from '../../access/stream-tickets.ts';
import { requestReads } from '../../analytics/gathered-reads.ts';
import { keptReads } from '../../analytics/kept-reads.ts';
import type { BillingWebhook } from '../../billing/billing.ts';
import type { PayPerCall } from '../../billing/x402/pay-per-call.ts';
import { createBlockBehind, type NewestBlock } from '../../boards/newest-block.ts';
import type { Version } from '../../changes/versions.ts';
import { createWatching, type SourceWatches, type Watching } from '../../endpoints/footing.ts';
import type { Registry } from '../../endpoints/registry.ts';
import type { Sources } from '../../endpoints/sources.ts';
import type { ConnectorState } from '../../ingest/live/connector-state.ts';
import type { FollowState } from '../../ingest/node/follow.ts';
import type { NodeInfoState } from '../../ingest/node/info/info-report.ts';
import type { NodeRecord } from '../../ingest/node/node-dir.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createFaultLog } from '../../kernel/fault-log.ts';
import type { Log } from '../../kernel/log.ts';
import type { Networks } from '../../kernel/networks.ts';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import type { FoldWatch } from '../../lifecycles/fold-watch.ts';
import type { StreamHub } from '../../streams/hub.ts';
import { createStateHub } from '../../streams/state-hub.ts';
import type { StreamLimits } from '../../streams/stream-limits.ts';
import { drift } from '../../wire/drift.ts';
import { createPipeline } from '../answers/pipeline.ts';
import { createResponder } from '../answers/responder.ts';
import { type ClientAddress, createClientAddress, fromThisMachine } from '../calls/client-address.ts';
import { type ConnectionsOptions, createConnections } from '../calls/connections.ts';
import { createRequestIds } from '../calls/http-call.ts';
import type { Readiness } from '../calls/readiness.ts';
import { createCrowd } from '../guards/crowd.ts';
import { createKeyGuard } from '../guards/key-guard.ts';
import type { KnownHosts } from '../guards/known-hosts.ts';
import { createLoadShedder, type LoadShedder } from '../guards/load-shedder.ts';
import { type AlertMetrics, showAlertMetrics } from '../metrics/alert-metrics.ts';
import { showDriftMetrics } from '../metrics/drift-metrics.ts';
import { showFoldMetrics } from '../metrics/fold-metrics.ts';
import { showLiveMetrics } from '../metrics/live-metrics.ts';
import { showNodeInfoMetrics, showNodeMetrics } from '../metrics/node-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from '../metrics/request-metrics.ts';
import { type StoreFigures, showStoreMetrics } from '../metrics/store-metrics.ts';
import { createHeadText } from '../pages/head-text.ts';
import { createEncodingChoices } from '../pages/negotiate.ts';
import { createPageCache } from '../pages/page-cache.ts';
import { createPaidCalls, type PaidCallsOptions } from '../payments/paid-calls.ts';
import { createPaymentGuard } from '../payments/payment-guard.ts';
import { createFilesRoute } from '../portal/files-route.ts';
import type { PortalFiles } from '../portal/portal-files.ts';
import { errorCodes } from '../problems/error-codes.ts';
import type { ProblemAddresses } from '../problems/problem-response.ts';
import { type AgentSurface, createAgentRoute } from './agent-route.ts';
import { createAsking } from './asking.ts';
import { createFront } from './front.ts';
import { createPortalRoute, type PortalRouteOptions, type PortalSurface } from './portal-route.ts';
import type { ServerLimits } from './server-limits.ts';
import { serviceRoutes } from './service-routes.ts';
import { createSocketAnswers } from './socket-answers.ts';
import { createStreamConnections, type StreamConnectionsOptions } from './stream-connections.ts';
import { createStreamEvents, type StreamEventsOptions } from './stream-events.ts';
import { createStreamPolls } from './stream-polls.ts';
import { createStreamRoute } from './stream-route.ts';
import { createStreamTicketRoute } from './stream-ticket-route.ts';
import { createWebhookRoute } from './webhook.ts';

export interface ServerOptions {
  registry: Registry;
  authenticator: Authenticator;
  limiter: Limiter;
  sources: Sources;
  clock: Clock;
  log: Log;
  /** Public address without a trailing slash; default: the listening address. */
  baseUrl?: string | undefined;
  /** Address where users create a key; default: base URL + `/signup`. */
  signupUrl?: string | undefined;
  /** Address for vulnerability reports: `mailto:` or `https:`. */
  securityContact?: string | undefined;
  /** Address where users change their plan; default: base URL + `/upgrade`. */
  upgradeUrl?: string | undefined;
  /** Block of the newest stored fill; undefined while unknown. */
  newestBlock: () => NewestBlock | undefined;
  /** States of the live connector, and of a node's files and info server, for the metrics. */
  live?:
    | {
        state(): ConnectorState | undefined;
        node(record?: NodeRecord): FollowState | undefined;
        nodeInfo(): NodeInfoState | undefined;
      }
    | undefined;
  /** State of the lifecycle fold for the metrics, if this process may run it. */
  folds?: Pick<FoldWatch, 'state'> | undefined;
  /** State of alerts for the metrics, if this process may send them. */
  alerts?: AlertMetrics | undefined;
  /** Version and figures of the store, for the metrics. */
  store?: { version: string; read: () => Promise<StoreFigures> } | undefined;
  /** False if another port shows the metrics; else callers on this machine may read them. */
  showsMetrics?: boolean | undefined;
  /** Marks every answer: the data are not from the real exchange. */
  dataSource?: 'simulated' | undefined;
  readiness: () => Readiness;
  /** Watches of the sources that answers depend on. An unwatched source may have changed by the next request. */
  watches?: Partial<SourceWatches>;
  /** Version of stored fills at the newest poll; queries that depend on fills alone run once per version. */
  version?: Version;
  requestLog?: RequestLog;
  limits?: Partial<ServerLimits>;
  /** Receives the billing provider's events; default: none. */
  webhook?: BillingWebhook | undefined;
  /** Answers agents (MCP); default: no such route. */
  agents?: AgentSurface | undefined;
  /** Answers the portal's requests outside the API; default: no such route. */
  portal?: PortalSurface | undefined;
  /** Pay-per-call for callers without a key; default: off. */
  payPerCall?: PayPerCall | undefined;
  /** Hub, bounds and tickets of streams; default: no streams. */
  streams?: { hub: StreamHub; limits: StreamLimits; tickets?: StreamTickets } | undefined;
  /** Built pages of the portal; default: none. */
  files?: PortalFiles | undefined;
  /** Proxies whose X-Forwarded-For is trusted; default: none. */
  trustedProxies?: Networks | undefined;
  /** Default: watches the load of this process. */
  shedder?: LoadShedder;
  rng?: Rng;
}

/** Builds every part of the server, in the order of their dependencies. */
export function assembleServer(
  options: ServerOptions,
  limits: ServerLimits,
  addresses: ProblemAddresses,
  hosts: KnownHosts,
  closing: () => boolean,
) {
  const { registry, authenticator, limiter, log, sources, clock, newestBlock } = options;
  const { requestLog, trustedProxies, webhook, readiness, payPerCall, agents } = options;
  const requestId = createRequestIds(options.rng ?? secureRng);
  const metrics = createRequestMetrics(requestLog, limiter.shared);
  const clientAddress = createClientAddress(trustedProxies);
  const { deadlineMs, cacheMaxBytes: maxBytes, maxRuns: maxFlights } = limits;
  const faults = createFaultLog({ log });
  const marks = ['X-Content-Type-Options', 'nosniff'];
  if (options.dataSource !== undefined) marks.push('X-Data-Source', options.dataSource);
  const answering = { addresses, metrics, log, faults, deadlineMs, requestLog, clientAddress, closing };
  const responder = createResponder({ ...answering, marks, headText: createHeadText(limits) });
  const encodingChoice = createEncodingChoices();
  const shedder = options.shedder ?? createLoadShedder({ ...limits, log });
  const cache = createPageCache({
    maxBytes,
    maxFlights,
    deadlineMs,
    count: metrics.countCache,
    refreshFailed: (key, err) => faults.report('refresh', { key, err }, 'refresh of a served page failed'),
  });
  const shared = { authenticator, limiter, cache, responder, requestId, encodingChoice };
  showStates(metrics, options);
  const reads = withReads(sources, options.version);
  const blockBehind = createBlockBehind(reads.analytics);
  const watched = createWatching({ sources: reads, watches: options.watches ?? {}, clock });
  const context = { watched, clock, newestBlock, blockBehind, addresses };
  const identify = createKeyGuard({ authenticator, limiter, clientAddress });
  const crowd = createCrowd({ metrics, maxInFlight: limits.maxInFlight });
  const bodies = openBodies(limits, clientAddress, metrics);
  const load = { shedder, crowd, maxRuns: maxFlights, deadlineMs };
  const pipeline = createPipeline({ ...shared, ...load, context, identify });
  const oauth = options.portal !== undefined && agents !== undefined;
  const ofServices = { registry, metrics, addresses, readiness, closing, shedder, crowd, payPerCall, oauth };
  const services = serviceRoutes(
    {
      ...ofServices,
      agents: agents !== undefined,
      pages: options.files !== undefined,
      securityContact: options.securityContact,
      seesMetrics: fromThisMachine(clientAddress, options),
    },
    Object.keys(errorCodes),
  );
  const webhookRoute = webhook && createWebhookRoute({ webhook, responder, metrics, bodies });
  const streams = openStreamRoutes(
    options,
    { identify, metrics, faults, watched },
    { responder, bodies, marks, sockets: () => connections },
  );
  const asking = { registry, services, pipeline, responder, requestId, addresses, marks };
  const askingFor = createAsking({ ...asking, poll: streams?.poll });
  const withBodies = { bodies, crowd, responder, hosts, marks };
  const ofAgents = { ...withBodies, authenticator, identify, limiter, askingFor };
  const agentRoute = agents && createAgentRoute({ ...ofAgents, addresses, oauth, surface: agents });
  const paidCalls = sellCalls(options, { pipeline, metrics, addresses, clientAddress });
  const portalRoute = openPortalRoute(options, { ...withBodies, addresses, clientAddress });
  const files = options.files && createFilesRoute({ files: options.files, responder, send: pipeline.send });
  const ofStreams = { streamEvents: streams?.events, ticketRoute: streams?.ticketRoute };
  const routes = { ...ofStreams, webhookRoute, agentRoute, portalRoute, files };
  const atFront = { ...routes, registry, services, pipeline, responder, requestId, marks };
  const front = createFront({ ...atFront, ...limits, paidCalls });
  const ofSockets = { addresses, requestId, metrics, marks, bodies };
  const { clientError, connect, crowded } = createSocketAnswers({ ...ofSockets, ...limits });
  const connections = openConnections(limits, trustedProxies, crowded, metrics);
  const shown = { streams, front, clientError, connect, connections };
  return { ...shown, responder, shedder, faults, askingFor, agentRoute, metrics };
}

/** The sources, with equal reads of requests deduplicated. */
function withReads(sources: Sources, version: Version | undefined): Sources {
  const gathered = requestReads(sources.analytics);
  return { ...sources, analytics: version === undefined ? gathered : keptReads(gathered, version) };
}

function showStates({ registry }: RequestMetrics, { store, live, folds, alerts }: ServerOptions): void {
  if (alerts !== undefined) showAlertMetrics(registry, alerts);
  if (store !== undefined) showStoreMetrics(registry, store);
  showDriftMetrics(registry, drift);
  if (live !== undefined) {
    showLiveMetrics(registry, live.state);
    showNodeMetrics(registry, live.node);
    showNodeInfoMetrics(registry, live.nodeInfo);
  }
  if (folds !== undefined) showFoldMetrics(registry, folds.state);
}

function openPortalRoute(
  { portal, trustedProxies }: ServerOptions,
  parts: Omit<PortalRouteOptions, 'surface' | 'fromThisMachine'>,
) {
  if (portal === undefined) return undefined;
  const local = fromThisMachine(parts.clientAddress, { trustedProxies });
  return createPortalRoute({ ...parts, surface: portal, fromThisMachine: local });
}

function openStreamRoutes(
  { streams, sources, authenticator, limiter, clock }: ServerOptions,
  parts: Pick<StreamConnectionsOptions, 'identify' | 'metrics' | 'faults'> & { watched: Watching },
  answering: Pick<StreamEventsOptions, 'responder' | 'marks' | 'sockets'> & { bodies: RequestBodies },
) {
  if (streams === undefined) return undefined;
  const { hub, limits, tickets } = streams;
  const connections = createStreamConnections({ ...parts, authenticator, tickets, clock, limits });
  const states = createStateHub({
    market: sources.market,
    store: hub.store,
    newest: hub.look,
    watched: parts.watched,
    clock,
    onError: (err, feed) =>
      parts.faults.report(`stream of ${feed}`, { err, feed }, 'cannot read a state of streams; trying again'),
  });
  const shared = { hub, states, coins: sources.coins, clock, connections, sockets: answering.sockets };
  const poll = createStreamPolls({ ...shared, limiter });
  const sockets = createStreamRoute(shared);
  return {
    sockets,
    poll,
    ticketRoute: tickets && createStreamTicketRoute({ ...answering, tickets, connections, limiter }),
    events: createStreamEvents({ ...shared, ...answering, poll }),
    close() {
      connections.close();
      states.close();
    },
  };
}

/** The paid twin of every endpoint, if calls are sold. */
function sellCalls(
  { payPerCall, readiness }: ServerOptions,
  parts: Pick<PaidCallsOptions, 'pipeline' | 'metrics' | 'addresses'> & { clientAddress: ClientAddress },
) {
  if (payPerCall === undefined) return undefined;
  return createPaidCalls({ ...parts, payPerCall, readiness, guard: createPaymentGuard(parts) });
}

function openBodies(limits: ServerLimits, clientAddress: ClientAddress, metrics: RequestMetrics) {
  const bodies = createRequestBodies({ ...limits, clientAddress });
  metrics.showGauge('tidemark_http_bodies_under_way', 'Bodies of requests on their way in.', bodies.count);
  return bodies;
}

function openConnections(
  limits: ServerLimits,
  trusted: Networks | undefined,
  refuse: ConnectionsOptions['refuse'],
  metrics: RequestMetrics,
) {
  const connections = createConnections({ ...limits, trusted, dropped: metrics.countDropped, refuse });
  metrics.showGauge('tidemark_http_connections', 'Open connections.', connections.count);
  return connections;
}
