import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

/** The library gives up after a minute, which is too soon on a busy machine. */
const PATIENT = { timeout: 600_000 }
const MAIN = join(import.meta.dirname, '../../bin/octet.mjs')

async function connect(env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const options = { command: process.execPath, args: [MAIN, 'mcp'], env: { ...getDefaultEnvironment(), ...env } }
  const transport = new StdioClientTransport({ ...options, stderr: 'pipe' })
  await client.connect(transport as Parameters<Client['connect']>[0], PATIENT)
  return client
}

type Answer = { content: { text: string }[]; isError?: boolean }

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  return (await client.callTool({ name, arguments: input }, undefined, PATIENT)) as Answer
}

test('octet mcp lists the tools and answers over stdio', async () => {
  const client = await connect()
  try {
    const { tools } = await client.listTools({}, PATIENT)
    assert.ok(tools.some(({ name }) => name === 'case'))
    const { content, isError } = await call(client, 'case', { text: 'Straße', to: 'upper' })
    assert.deepEqual([isError, /STRASSE/.test(content[0]!.text)], [undefined, true])
    const wrong = await call(client, 'case', { text: 'a', to: 'sideways' })
    assert.equal(wrong.isError, true)
  } finally {
    await client.close()
  }
})

test('a pattern that would never end is stopped, and the next call answered', async () => {
  const client = await connect()
  try {
    const input = { pattern: '(a+)+$', engine: 'javascript', text: `${'a'.repeat(40)}!` }
    const { content, isError } = await call(client, 'regex', input)
    assert.deepEqual([isError, content[0]!.text.startsWith('took_too_long: ')], [true, true])
    assert.deepEqual(await client.ping(PATIENT), {})
  } finally {
    await client.close()
  }
})

test('what the server refuses is an answer with an error, and so is a server that is away', async () => {
  const refuse = createServer((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        code: 400,
        msg: '',
        data: { error: 'bad_address', resolution: '', got: 'x', reason: 'this is neither of the two' },
      }),
    ),
  ).listen(0, '127.0.0.1')
  await once(refuse, 'listening')
  const { port } = refuse.address() as AddressInfo
  const client = await connect({ OCTET_SERVER: `http://127.0.0.1:${port}` })
  const ask = () => call(client, 'lookup_privacy', { ip: 'x' })
  try {
    const refused = await ask()
    assert.deepEqual([refused.isError, /^bad_address: .*got “x”/.test(refused.content[0]!.text)], [true, true])
    refuse.close()
    refuse.closeAllConnections()
    const away = await ask()
    assert.deepEqual([away.isError, /^unavailable: .*does not answer/.test(away.content[0]!.text)], [true, true])
  } finally {
    await client.close()
    refuse.close()
  }
})
