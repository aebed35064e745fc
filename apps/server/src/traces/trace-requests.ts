import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Traces } from './traces.ts'

/** Gives every request that reaches the framework a span, from its first hook to the end of its answer. */
export function addRequestTraces(app: FastifyInstance, traces: Traces): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<Traces['begin']>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id: requestId, headers } = request
    spans.set(request, traces.begin({ method, route: request.routeOptions.url ?? 'none', requestId, headers }, done))
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (span) traces.end(span, reply.statusCode)
  })
}
