import type { Guide } from '../guide.ts'

export const mcp: Guide = {
  id: 'mcp',
  title: { en: 'MCP server', zh: 'MCP 服务' },
  description: {
    en: 'Every tool of this site and the lookups for language models, over HTTP or on your own machine.',
    zh: '把本站全部工具与查询提供给大模型，可通过 HTTP 或在本机运行。',
  },
  parts: [
    {
      id: 'http',
      title: { en: 'Over HTTP', zh: '通过 HTTP' },
      words: {
        en: 'Streamable HTTP at /mcp, without sessions. Each call counts as one; a key goes into the Authorization header. All tools are read-only; those that reach other hosts are marked.',
        zh: '位于 /mcp 的可流式 HTTP，无会话。每次调用计一次；密钥放在 Authorization 请求头中。所有工具均为只读，会访问外部主机的工具已注明。',
      },
      samples: [
        {
          program: 'json',
          label: { en: 'Settings of a client', zh: '客户端配置' },
          code: `{
  "mcpServers": {
    "octet": { "type": "http", "url": "$ORIGIN/mcp" }
  }
}`,
        },
        {
          program: 'curl',
          label: { en: 'By hand', zh: '手动调用' },
          code: `curl -fsS $ORIGIN/mcp -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_ip","arguments":{"ip":"8.8.8.8"}}}'`,
        },
      ],
    },
    {
      id: 'stdio',
      title: { en: 'On your machine', zh: '在本机运行' },
      words: {
        en: '`octet mcp` communicates over standard input and output. Tools run on your machine, and `lookup_ip` reads its data; with OCTET_SERVER set, all lookups ask that server.',
        zh: '`octet mcp` 通过标准输入输出通信。工具在本机运行，`lookup_ip` 读取本机数据；设置 OCTET_SERVER 后，全部查询均由该服务器完成。',
      },
      samples: [
        {
          program: 'json',
          label: { en: 'Settings of a client', zh: '客户端配置' },
          code: `{
  "mcpServers": {
    "octet": { "command": "octet", "args": ["mcp"], "env": { "OCTET_SERVER": "$ORIGIN" } }
  }
}`,
        },
      ],
    },
  ],
}
