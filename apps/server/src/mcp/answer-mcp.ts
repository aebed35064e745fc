import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERRORS } from '@octet/core/errors.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import { ANY_CALL } from '@octet/tools/mcp/any-call.ts'
import { McpCatalogue, toErrorResult } from '@octet/tools/mcp/catalogue.ts'
import { toToolCost } from '@octet/tools/run.ts'
import type { Scope } from '../domain/key/key-table.ts'
import type { Reservation } from '../domain/usage/reservation.ts'
import type { Fields } from '../http/body.ts'
import { toCaller, toCallerAddress } from '../http/caller.ts'
import { findKey } from '../http/find-key.ts'
import { toKnownError } from '../http/reply.ts'
import { spendUnits } from '../http/limits.ts'
import { passGate, refuseStrangers } from '../http/proof/pass-gate.ts'
import { startTool, takeLast } from '../http/serve-tool.ts'
import { whenClosed } from '../http/when-closed.ts'
import type { Services } from '../services.ts'
import { toPlain } from '@octet/tools/to-plain.ts'
import { createLookups } from './lookups.ts'
import { toRpcFailure } from './rpc-failure.ts'

/** One message of the Model Context Protocol. */
export async function answerMcp(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  refuseForeignPage(services, request)
  const server = createServer(services, request, reply)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  reply.hijack()
  whenClosed(reply.raw, () => void server.close())
  try {
    // The types of the library do not expect `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<Server['connect']>[0])
    await transport.handleRequest(request.raw, reply.raw, request.body)
  } catch (error) {
    const known = toKnownError(error, reply)
    if (!reply.raw.headersSent)
      reply.raw.writeHead(ERRORS[known.key].status, { 'content-type': 'application/json; charset=utf-8' })
    reply.raw.end(JSON.stringify(toRpcFailure(known, 'en')))
  }
  return reply
}

/** Lookups for which a key must be good as for their calls over HTTP, and which are counted as those; others are `geo`. */
const PRODUCTS: Readonly<Partial<Record<string, Scope>>> = { lookup_privacy: 'privacy', lookup_asn: 'asn' }

/** A page of another site must not reach a server of the visitor's own network through a changed name (MCP, transports). */
function refuseForeignPage({ config }: Services, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin !== undefined && origin !== config.publicOrigin)
    throw new AppError('forbidden', { reason: { en: `a page of ${origin} asks`, zh: `请求来自 ${origin} 的页面` } })
}

/** The name that people are shown; without it they are shown the other one. */
function toShownName({ operator: { brand } }: Services['config']): { title?: string } {
  return brand.name === PRODUCT_NAME ? {} : { title: brand.name }
}

function createServer(services: Services, request: FastifyRequest, reply: FastifyReply): Server {
  const caller = toCaller(request)
  const sent = findKey(request.headers, request.query as Fields)
  const getKey = (scope: Scope | undefined) =>
    sent && services.keyTable.get({ ...sent, address: toCallerAddress(request), origin: undefined, scope })
  getKey(undefined) // one that is none is refused before anything is done
  const abort = new AbortController()
  whenClosed(reply.raw, () => abort.abort())
  const tools = services.tools.filter(({ id }) => !services.switches.isOff(id))
  const catalogue = new McpCatalogue({
    tools,
    lookups: createLookups(services),
    async runTool(tool, input) {
      await passGate(tool, services, { request, caller, units: toToolCost(tool, input), input })
      return toPlain(await takeLast(startTool(tool, input, { services, caller, signal: abort.signal })))
    },
  })
  const take = async (units: number, product: Scope): Promise<Reservation | undefined> => {
    const key = getKey(product)
    spendUnits(services, { address: caller.address, ...(key && { key }) }, units)
    return key && services.meter.take(key, { units: 1, product })
  }
  const server = new Server({ name: 'octet', version: '1', ...toShownName(services.config) }, { capabilities: { tools: {} } })
  const takeFor = async (name: string, input: unknown) => {
    const tool = tools.find(({ id }) => id === name)
    if (tool) await refuseStrangers(tool, services, { request, caller, input: input ?? {} })
    return take(tool ? toToolCost(tool, input ?? {}) : 1, PRODUCTS[name] ?? 'geo')
  }
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: catalogue.list() }))
  server.setRequestHandler(ANY_CALL, async (request) => {
    const { params } = CallToolRequestSchema.parse(request)
    if (!catalogue.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `no tool “${params.name}”`)
    let reservation: Reservation | undefined
    try {
      reservation = await takeFor(params.name, params.arguments)
    } catch (error) {
      return toErrorResult(error)
    }
    const result = await catalogue.call(params.name, params.arguments).catch((error: unknown) => {
      reservation?.settle(500)
      throw error
    })
    reservation?.settle(result.isError ? 400 : 200)
    return result
  })
  return server
}
