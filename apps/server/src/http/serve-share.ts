import type { FastifyInstance } from 'fastify'
import { toCaller } from './caller.ts'

/**
 * What other programs share with the installed site stays on the device: its service worker takes it (`share_target` of the
 * manifest). Where a browser has dropped the worker, it comes here. Nothing of it is read or kept, and the first page, which
 * brings the worker back, says so.
 */
export function serveShare(app: FastifyInstance): void {
  app.post('/share', (request, reply) => {
    const { lang } = toCaller(request)
    return reply.header('cache-control', 'no-store').redirect(`/${lang === 'zh' ? 'zh' : ''}?unshared=1`, 303)
  })
}
