import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { Answer, type Caller } from '@octet/core/endpoint.ts'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { createChanges } from '@octet/core/list-changes.ts'
import { listNeeds, type AnyTool } from '@octet/core/tool.ts'
import { coerceToolInput } from '@octet/tools/coerce.ts'
import { findRunLimit, parseInput, runTool, toToolCost } from '@octet/tools/run.ts'
import { toPlain } from '@octet/tools/to-plain.ts'
import type { Services } from '../services.ts'
import { toBodyFields } from './body.ts'
import { toCaller } from './caller.ts'
import { takeUnits } from './limits.ts'
import { passGate, refuseStrangers } from './proof/pass-gate.ts'
import { isForm, refuseMisspelt, refuseStrays } from './refuse-strays.ts'
import { renameFields, type FieldNames } from './rename-fields.ts'
import { sendAnswer, toKnownError } from './reply.ts'
import { whenClosed } from './when-closed.ts'

/** Bytes a tool's input may have when it runs on the server. */
const TOOL_BODY_LIMIT_BYTES = 8 * 1024 * 1024
/** Milliseconds a calculation may take; network tools have SPEC §9's 10,000. */
const CALCULATION_LIMIT_MS = 2_000
const NETWORK_LIMIT_MS = 10_000

/** Adds `POST /v1/tools/{id}` for every tool, and its name of SPEC §7 where it has one. */
export function serveTools(app: FastifyInstance, services: Services): void {
  for (const tool of services.tools) {
    const options = { bodyLimit: TOOL_BODY_LIMIT_BYTES }
    app.post(`/v1/tools/${tool.id}`, options, (request, reply) => serveTool({ tool, services, request, reply }))
    const { call, callNames = {} } = tool
    if (call)
      app.post(`/v1/${call}`, options, (request, reply) => serveTool({ tool, services, request, reply, names: callNames }))
  }
}

type Call = {
  tool: AnyTool
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  /** Further names of fields. */
  names?: FieldNames
}

async function serveTool({ tool, services, request, reply, names = {} }: Call): Promise<FastifyReply> {
  const fields = renameFields(toBodyFields(request.body), names)
  const caller = toCaller(request)
  if (services.switches.isOff(tool.id)) throw new AppError('tool_off')
  const input = coerceToolInput(tool, fields)
  if (tool.input instanceof z.ZodObject) {
    if (isForm(request.headers['content-type'])) refuseMisspelt(tool.input, fields)
    else refuseStrays(tool.input, fields)
  }
  await refuseStrangers(tool, services, { request, caller, input })
  const units = toToolCost(tool, input)
  takeUnits(services, { reply, caller, units })
  await passGate(tool, services, { request, caller, units, input })

  const abort = new AbortController()
  whenClosed(reply.raw, () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  const results = startTool(tool, input, { services, caller, signal: abort.signal })
  const stream = toStreamType(request.headers.accept)
  if (!stream) return sendAnswer(reply, await toPlain(await takeLast(results)))

  const body = Readable.from(
    toStreamText(results, {
      toTold: createChanges(tool.output),
      type: stream,
      toWords: (error) => toFailure(toKnownError(error, reply), caller.lang),
    }),
  )
  return sendAnswer(
    reply,
    new Answer(body, { type: `${stream}; charset=utf-8`, headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' } }),
  )
}

type StartOptions = { services: Services; caller: Pick<Caller, 'address' | 'lang'>; signal: AbortSignal }

/** Runs a tool: here when it needs what only this process has, else in a thread with limits. */
export function startTool(tool: AnyTool, input: unknown, { services, caller, signal }: StartOptions): AsyncGenerator<unknown> {
  if (listNeeds(tool, input).length === 0) {
    parseInput(tool.input, input)
    return services.runner.run(
      { id: tool.id, input, lang: caller.lang },
      { timeoutMs: tool.timeoutMs ?? CALCULATION_LIMIT_MS, signal, tooLong: findRunLimit(tool, input)?.error },
    )
  }
  const limitMs = tool.timeoutMs ?? NETWORK_LIMIT_MS
  const host: Host<never> = {
    ...services.capabilities(caller),
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    lang: caller.lang,
    now: () => new Date(),
    random: (sizeBytes) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
  }
  return withLimit(runTool(tool, input, host), { limitMs, signal: host.signal })
}

/** Ends a run that does not heed its signal, one tick after the limit. */
async function* withLimit<T>(
  results: AsyncGenerator<T>,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): AsyncGenerator<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(signal.reason?.name === 'TimeoutError' ? new AppError('timed_out', { limit: limitMs }) : new AppError('cancelled')),
    )
  })
  ended.catch(() => {})
  try {
    for (;;) {
      const next = await Promise.race([results.next(), ended])
      if (next.done) return
      yield next.value
    }
  } finally {
    void results.return(undefined)?.catch(() => {})
  }
}

/** The last value of a run: its answer. */
export async function takeLast<T>(results: AsyncIterable<T>): Promise<T | undefined> {
  let last: T | undefined
  for await (const value of results) last = value
  return last
}

type StreamType = 'text/event-stream' | 'application/x-ndjson'

function toStreamType(accept: string | undefined): StreamType | undefined {
  if (accept?.includes('text/event-stream')) return 'text/event-stream'
  return accept?.includes('application/x-ndjson') ? 'application/x-ndjson' : undefined
}

type StreamOptions = {
  readonly type: StreamType
  /** What is told of a result so far. */
  readonly toTold: (value: unknown) => unknown
  readonly toWords: (error: unknown) => unknown
}

/** Every line or event is a whole envelope; after an error nothing follows. */
async function* toStreamText(results: AsyncIterable<unknown>, { type, toTold, toWords }: StreamOptions): AsyncGenerator<string> {
  const toEvent = (name: string, value: unknown) =>
    type === 'text/event-stream' ? `event: ${name}\ndata: ${JSON.stringify(value)}\n\n` : `${JSON.stringify(value)}\n`
  try {
    for await (const value of results) yield toEvent('message', toEnvelope(await toPlain(toTold(value))))
    if (type === 'text/event-stream') yield 'event: done\ndata: {}\n\n'
  } catch (error) {
    yield toEvent('error', toWords(error))
  }
}
