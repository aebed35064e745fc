import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { createClient, type OctetClient } from '@octet/client/client.ts'
import { McpCatalogue } from '@octet/tools/mcp/catalogue.ts'
import type { LookupAnswers } from '@octet/tools/mcp/lookups.ts'
import { loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { answerTool } from '@octet/tools/run.ts'
import { defineCommand } from '../command.ts'
import { openLocalData } from '../local-data.ts'
import { createLocalHost } from '../local-host.ts'

export default defineCommand({
  summary: {
    en: 'Offer the tools and lookups to a model over MCP (stdio)',
    zh: '通过 MCP（stdio）向大模型提供工具与查询',
  },
  usage: ['octet mcp', 'OCTET_SERVER=https://… OCTET_KEY=… octet mcp'],
  async run({ config }) {
    await using host = createLocalHost(config)
    await using local = await openLocalData(config.varFolder, config.lang)
    const client = config.server === undefined ? undefined : createClient({ baseUrl: config.server, key: config.key })
    const abort = new AbortController()
    const catalogue = new McpCatalogue({
      tools: await loadTools([TOOLS_FOLDER, ...config.toolFolders]),
      lookups: {
        ...(local && { lookup_ip: ({ ip }: { ip: string }) => local.ip.lookup(ip) }),
        ...(client && toLookups(client)),
      },
      async runTool(tool, input) {
        const needs = tool.needs ?? []
        const missing = await host.findMissing(needs)
        if (missing.length > 0 && client) return client.tool(tool.id, input)
        return answerTool(tool, input, await host.toHost(needs, { signal: abort.signal }))
      },
    })
    const server = new Server({ name: 'octet', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: catalogue.list() }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      if (!catalogue.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `no tool “${params.name}”`)
      return { ...(await catalogue.call(params.name, params.arguments)) }
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

/** Everything the server knows, asked there. */
function toLookups(client: OctetClient): LookupAnswers {
  return {
    lookup_ip: ({ ip }) => client.lookup(ip),
    lookup_privacy: ({ ip }) => client.privacy(ip),
    lookup_asn: ({ asn }) => client.asn(asn),
    list_ranges: ({ by, owner, family }) => client.ranges(by, owner, { family }),
    summarize_ips: ({ ips }) => client.summarize(ips),
  }
}
