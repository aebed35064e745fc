import type { FastifyInstance } from 'fastify'
import { AppError } from '@octet/core/errors.ts'
import { addBodyReaders } from '../http/body.ts'
import { sendFailure } from '../http/reply.ts'
import type { Services } from '../services.ts'
import { toRpcFailure } from './rpc-failure.ts'

const BODY_LIMIT_BYTES = 8 * 1024 * 1024

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions, so that any thread can answer. Limits
 * and keys are those of our own calls: each call of a tool counts as one. Its library is loaded for the first call.
 */
export async function serveMcp(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    addBodyReaders(scope)
    scope.setErrorHandler((error, _request, reply) => sendFailure(reply, error, 'en', toRpcFailure))
    scope.post('/mcp', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const { answerMcp } = await import('./answer-mcp.ts')
      return answerMcp(services, request, reply)
    })
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({
        method,
        url: '/mcp',
        handler: () => {
          throw new AppError('method_not_allowed', { got: method, expected: 'POST' })
        },
      })
  })
}
