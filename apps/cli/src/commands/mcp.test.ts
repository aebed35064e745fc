import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const MAIN = join(import.meta.dirname, '../main.ts')

test('octet mcp lists the tools and answers over stdio', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], stderr: 'pipe' })
  await client.connect(transport as Parameters<Client['connect']>[0])
  try {
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'case'))
    const { content, isError } = (await client.callTool({ name: 'case', arguments: { text: 'Straße', to: 'upper' } })) as {
      content: { text: string }[]
      isError?: boolean
    }
    assert.deepEqual([isError, /STRASSE/.test(content[0]!.text)], [undefined, true])
    const wrong = await client.callTool({ name: 'case', arguments: { text: 'a', to: 'sideways' } })
    assert.equal(wrong.isError, true)
  } finally {
    await client.close()
  }
})
