import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Answer, type AnyEndpoint, type Caller, type ConnectionEnds, type EndpointContext } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { importModule } from '@octet/core/import-module.ts'
import { coerceFields } from '@octet/tools/coerce.ts'
import { parseInput } from '@octet/tools/run.ts'
import type { Reservation } from '../domain/usage/reservation.ts'
import type { Services } from '../services.ts'
import { toBodyFields, type Fields } from './body.ts'
import { toCaller } from './caller.ts'
import { authorise } from './get-session.ts'
import { takeUnits } from './limits.ts'
import { findCallKey, forgetCredits, tellCredits, toProduct } from './take-key.ts'
import { refuseOtherTypes } from './address-types.ts'
import { PartCharges } from './part-charges.ts'
import { isForm, refuseMisspelt, refuseStrays } from './refuse-strays.ts'
import { sendAnswer } from './reply.ts'
import { settleStream, toStatus } from './settle-stream.ts'
import { whenClosed } from './when-closed.ts'

/** The folder tree is the registry: `api/<area>/<verb>.ts` is an endpoint. */
const API_FOLDER = join(import.meta.dirname, '../api')

/** Loads every endpoint; its area is its folder's name unless it says another. */
export async function loadEndpoints(folder = API_FOLDER): Promise<AnyEndpoint[]> {
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((entry) => /^[^/]+\/[^/]+(?<!\.test)\.ts$/.test(entry)).sort()
  return Promise.all(
    files.map(async (file) => {
      const module = (await importModule(pathToFileURL(join(folder, file)).href)) as { default?: AnyEndpoint }
      if (!module.default) throw new Error(`api/${file} has no default export`)
      return { area: basename(dirname(file)), ...module.default }
    }),
  )
}

/** Areas that other sites' pages may not read. */
const PRIVATE_AREAS = new Set(['account', 'admin', 'contact', 'keys', 'billing', 'monitors', 'maintenance'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is worked on as it comes. */
    streamsBody?: boolean
    isPrivate?: boolean
    /** Answers hold what a session alone may see. */
    isOfSession?: boolean
  }
}

/** Adds the route of every endpoint. */
export function serveEndpoints(app: FastifyInstance, services: Services): void {
  for (const endpoint of services.endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimitBytes ?? 262_144,
      config: {
        ...(endpoint.rawBody && !endpoint.keepsBody && { streamsBody: true }),
        isPrivate: PRIVATE_AREAS.has(endpoint.area ?? ''),
        isOfSession: endpoint.auth === 'session',
      },
      handler: (request, reply) => serveEndpoint({ endpoint, services, request, reply }),
    })
  }
}

type Call = { endpoint: AnyEndpoint; services: Services; request: FastifyRequest; reply: FastifyReply }

async function serveEndpoint({ endpoint, services, request, reply }: Call): Promise<FastifyReply> {
  const fields = toFields(endpoint, request)
  const key = findCallKey({ endpoint, services, request })
  const plain = { ...toCaller(request), ...(key && { keyId: key.id, key }) }
  const caller = await authorised(endpoint, { services, request, caller: plain })
  if (endpoint.method === 'GET') refuseMisspelt(endpoint.input, request.query as Fields)
  else if (isForm(request.headers['content-type'])) refuseMisspelt(endpoint.input, toWishes(endpoint, request))
  else refuseStrays(endpoint.input, toWishes(endpoint, request))
  if (endpoint.rawBody === 'addresses') refuseOtherTypes(request.headers['content-type'])
  const input = parseInput(endpoint.input, coerceFields(endpoint.input, fields)) as object
  const units = typeof endpoint.cost === 'function' ? endpoint.cost(input) : (endpoint.cost ?? 1)
  takeUnits(services, { reply, caller, units })
  const product = toProduct(endpoint)
  const credits = endpoint.credits ?? units
  const reservation = key && !endpoint.isFree && (await services.meter.take(key, { units: credits, product }))
  let signal: AbortSignal | undefined
  let extra = 0
  let newest: Reservation | undefined
  const parts = new PartCharges()
  const hold = async (added: number, isPart = false): Promise<Reservation | undefined> => {
    // As it is now: one that was revoked meanwhile ends a stream, and another plan counts from here on.
    const present = findCallKey({ endpoint, services, request })
    if (!present) return undefined
    const taken = await services.meter.take(present, { units: added, product, isPart })
    newest = taken
    extra += added
    return taken
  }
  const context: EndpointContext<object> = {
    input,
    caller,
    services,
    method: request.method,
    // Made only for those who ask: a lookup in memory is done before a signal would be.
    get signal() {
      return (signal ??= toSignal(reply, endpoint.rawBody ? undefined : (endpoint.timeoutMs ?? 10_000)))
    },
    header: (name) => toOne(request.headers[name]),
    connection: () => toEnds(request.socket),
    setCookie: (line) => void reply.header('set-cookie', line),
    body: request.raw,
    async charge(added) {
      const taken = added > 0 ? await hold(added, true) : undefined
      if (taken) parts.add(taken, added)
    },
    hold: (added) => hold(added),
  }
  const answer = await settled(() => endpoint.handle(context), { reservation: reservation || undefined, reply, parts })
  // What a stream will cost is not known while its head is sent.
  const isOpen = endpoint.credits !== undefined && answer instanceof Answer && answer.isStream
  if (reservation) tellCredits(reply, newest ?? reservation, isOpen ? undefined : credits + extra)
  if (endpoint.cacheSeconds) reply.header('cache-control', `public, max-age=${endpoint.cacheSeconds}`)
  return sendAnswer(reply, answer, fields['raw'] === '1' || fields['raw'] === 'true')
}

type Taken = { readonly reservation: Reservation | undefined; readonly reply: FastifyReply; readonly parts: PartCharges }

/**
 * Charges the units of a call when there is an answer, before it is sent, and those of the parts of a stream as they are
 * handed over; an error is counted and costs nothing.
 */
async function settled(answer: () => unknown, { reservation, reply, parts }: Taken): Promise<unknown> {
  try {
    const value = await answer()
    if (!reservation) return value
    if (value instanceof Answer && value.isStream) {
      parts.watch(reply.raw)
      return settleStream(value, {
        settle(status) {
          if (status >= 400) forgetCredits(reply)
          reservation.settle(status)
        },
        onPart: (part) => parts.close(part),
      })
    }
    reservation.settle(value instanceof Answer ? value.status : 200)
    parts.settle()
    return value
  } catch (error) {
    parts.giveBack()
    reservation?.settle(toStatus(error))
    throw error
  }
}

type Unauthorised = { services: Services; request: FastifyRequest; caller: Caller }

/** The caller with the session that the endpoint asks for. */
async function authorised(endpoint: AnyEndpoint, { services, request, caller }: Unauthorised): Promise<Caller> {
  if (endpoint.auth !== 'session') return caller
  const { token, cookie } = request.headers
  const { sessions, config } = services
  return { ...caller, session: await authorise({ token: toOne(token), cookie }, { sessions, publicOrigin: config.publicOrigin }) }
}

function toEnds({ localAddress, localPort, remoteAddress, remotePort }: FastifyRequest['socket']): ConnectionEnds | undefined {
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return undefined
  return { localAddress, localPort, remoteAddress, remotePort }
}

/** Aborts when the caller has gone before the answer was written, and after the time limit if there is one. */
function toSignal(reply: FastifyReply, timeoutMs: number | undefined): AbortSignal {
  const abort = new AbortController()
  whenClosed(reply.raw, () => {
    if (!reply.raw.writableFinished) abort.abort(new AppError('cancelled'))
  })
  return timeoutMs === undefined ? abort.signal : AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)])
}

function toFields(endpoint: AnyEndpoint, request: FastifyRequest): Fields {
  const { body } = request
  const bodyFields = endpoint.rawBody ? {} : toBodyFields(body)
  return { ...(request.query as Fields), ...bodyFields, ...(request.params as Fields) }
}

/** Where the body is data, the query holds the wishes. */
function toWishes({ rawBody }: AnyEndpoint, { query, body }: FastifyRequest): Fields {
  return rawBody ? (query as Fields) : toBodyFields(body)
}

function toOne(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
