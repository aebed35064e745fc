import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { OctetError, type OctetClient } from '@octet/client/client.ts'
import { AppError, ERRORS, type ErrorDetails } from '@octet/core/errors.ts'
import { describeNetwork, getNetwork } from '@octet/ipdb/networks/describe-network.ts'
import { findRanges } from '@octet/ipdb/networks/find-ranges.ts'
import { summarizeList } from '@octet/ipdb/summary/summarize.ts'
import { answerFirstRanges } from '@octet/tools/lib/network-list/answer-ranges.ts'
import { createPacer } from '@octet/tools/lib/pacer.ts'
import { ANY_CALL } from '@octet/tools/mcp/any-call.ts'
import { McpCatalogue } from '@octet/tools/mcp/catalogue.ts'
import type { LookupAnswers } from '@octet/tools/mcp/lookups.ts'
import { loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { answerHere } from '../answer-here.ts'
import { defineCommand } from '../command.ts'
import type { CliConfig } from '../config.ts'
import { connect } from '../connect.ts'
import { openLocalData, type LocalData } from '../local-data.ts'
import { createLocalHost } from '../local-host.ts'
import { findServerFault } from '../server-fault.ts'

export default defineCommand({
  async run({ config }) {
    await using host = createLocalHost(config)
    await using local = await openLocalData(config)
    const client = config.server === undefined ? undefined : connect(config.server, { key: config.key })
    const abort = new AbortController()
    const catalogue = new McpCatalogue({
      tools: await loadTools([TOOLS_FOLDER, ...config.toolFolders]),
      lookups: {
        ...(local && toLocalLookups(local)),
        ...(client && toLookups(client, config)),
      },
      async runTool(tool, input, cancelled) {
        const signal = cancelled ? AbortSignal.any([cancelled, abort.signal]) : abort.signal
        const missing = await host.findMissing(tool.needs ?? [])
        if (missing.length > 0 && client) return asked(client.tool(tool.id, input, { signal }), config)
        return answerHere(tool, input, { host, config, signal })
      },
    })
    const server = new Server({ name: 'octet', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: catalogue.list() }))
    server.setRequestHandler(ANY_CALL, async (request, { signal }) => {
      const { params } = CallToolRequestSchema.parse(request)
      if (!catalogue.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `no tool “${params.name}”`)
      return { ...(await catalogue.call(params.name, params.arguments, signal)) }
    })
    const transport = new StdioServerTransport()
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve)
      process.once('SIGINT', resolve).once('SIGTERM', resolve)
    })
    await server.connect(transport)
    await ended
    abort.abort()
    await server.close()
  },
})

/** What the data of this machine tell; which list says that an address is a proxy, a server alone knows. */
function toLocalLookups({ ip, whole }: LocalData): LookupAnswers {
  return {
    lookup_ip: (input) => ip.lookup(input.ip),
    async lookup_asn({ asn }) {
      const database = await whole()
      return describeNetwork(database, getNetwork(database, asn))
    },
    list_ranges: async (input) => answerFirstRanges(findRanges(await whole(), input), createPacer()),
    summarize_ips: async ({ ips }) => summarizeList(await whole(), ips, 'en'),
  }
}

/** Everything the server knows, asked there. */
function toLookups(client: OctetClient, config: CliConfig): LookupAnswers {
  return {
    lookup_ip: ({ ip }) => asked(client.lookup(ip), config),
    lookup_privacy: ({ ip }) => asked(client.privacy(ip), config),
    lookup_asn: ({ asn }) => asked(client.asn(asn), config),
    list_ranges: ({ by, owner, family }) => asked(client.ranges(by, owner, { family }), config),
    summarize_ips: ({ ips }) => asked(client.summarize(ips), config),
  }
}

/** What the server refuses, and that it does not answer, is told to the model as what is refused here. */
async function asked<T>(answer: Promise<T>, config: CliConfig): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof OctetError && Object.hasOwn(ERRORS, error.key))
      throw new AppError(error.key, error.details as ErrorDetails, { cause: error }) // they came as JSON from the same table
    const reason = findServerFault(error, config)
    throw reason === undefined ? error : new AppError('unavailable', { reason }, { cause: error })
  }
}
