import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Offer the tools and lookups to a model over MCP (stdio)',
    zh: '通过 MCP（stdio）向大模型提供工具与查询',
  },
  usage: ['octet mcp', 'OCTET_SERVER=https://… OCTET_KEY=… octet mcp'],
})
