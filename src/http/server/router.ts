import { fastify } from 'fastify';
import type { RawPath } from '../../endpoints/parse-request.ts';
import { routerPath } from '../../routes/path-template.ts';
import type { Serve } from '../answers/pipeline.ts';
import { paidPath } from '../calls/paid-twin.ts';
import { defaultServerLimits } from './server-limits.ts';
import type { ServerParts } from './server-parts.ts';

/** Fastify finds the route; everything before and after that is the pipeline's, on the bare request and response. */
export function createRouter({
  registry,
  pipeline,
  services,
  front,
  responder,
  encodingChoice,
  paidCalls,
}: ServerParts) {
  const router = fastify({
    logger: false,
    genReqId: () => '',
    // Longer parameters are refused by their own bounds, with a message that names them.
    routerOptions: { maxParamLength: defaultServerLimits.maxUrlBytes, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      front.badUrl(request.raw, reply.raw);
    },
  });
  function route(path: `/${string}`, serve: Serve): void {
    router.route({
      method: ['GET', 'HEAD'],
      url: routerPath(path),
      handler: (request, reply) => {
        reply.hijack();
        void serve(request.raw, reply.raw, request.params as RawPath);
      },
    });
  }
  for (const endpoint of registry.endpoints) {
    route(endpoint.path, pipeline.serve(endpoint));
    if (paidCalls !== undefined) route(paidPath(endpoint), paidCalls.serve(endpoint));
  }
  for (const service of services) {
    router.route({
      method: ['GET', 'HEAD'],
      url: service.path,
      handler: async (request, reply) => {
        reply.hijack();
        if (service.admits?.(request.raw) === false) return front.notFound(request.raw, reply.raw);
        const call = { ...front.callOf(request.raw, reply.raw), route: service.id };
        try {
          const page = await service.page();
          const [encoding] = encodingChoice(request.raw.headers['accept-encoding'] as string | undefined);
          responder.sendForm(call, page, await page.encoded(encoding!));
        } catch (error) {
          responder.sendProblem(call, error);
        }
      },
    });
  }
  router.setNotFoundHandler((request, reply) => {
    reply.hijack();
    front.notFound(request.raw, reply.raw);
  });
  return router;
}
