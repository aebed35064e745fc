import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { startProduct } from '../testing/start.ts'

let product: Awaited<ReturnType<typeof startProduct>>
let client: Client
before(async () => {
  product = await startProduct({ listen: true })
  client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', product.origin))
  await client.connect(transport as Parameters<Client['connect']>[0])
})
after(async () => {
  await client.close()
  await product[Symbol.asyncDispose]()
})

const call = async (name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input })) as {
    content: { text: string }[]
    structuredContent?: Record<string, unknown>
    isError?: boolean
  }

test('lists the lookups and every tool', async () => {
  const { tools } = await client.listTools()
  const names = new Set(tools.map(({ name }) => name))
  for (const name of ['lookup_ip', 'lookup_privacy', 'lookup_asn', 'list_ranges', 'summarize_ips'])
    assert.ok(names.has(name), name)
  for (const { id } of product.services.tools) assert.ok(names.has(id), id)
})

test('looks an address up, as object and as text', async () => {
  const { structuredContent, content } = await call('lookup_ip', { ip: '8.8.8.8' })
  assert.equal(structuredContent?.['country_code'], 'US')
  assert.equal(JSON.parse(content[0]!.text).ip, '8.8.8.8')
})

test('finds a network, its ranges, and sums up', async () => {
  assert.equal((await call('lookup_asn', { asn: 'AS15169' })).structuredContent?.['asn'], 15169)
  const ranges = (await call('list_ranges', { by: 'asn', owner: 'AS15169', family: 'ipv4' })).structuredContent
  assert.ok(((ranges?.['networks'] ?? []) as string[]).includes('8.8.8.0/24'))
  assert.equal((await call('summarize_ips', { ips: ['8.8.8.8', '1.1.1.1'] })).structuredContent?.['unique'], 2)
  assert.equal((await call('lookup_privacy', { ip: '8.8.8.8' })).structuredContent?.['is_hosting'], true)
})

test('runs a tool of the catalogue', async () => {
  const { structuredContent } = await call('case', { text: 'Straße', to: 'upper' })
  assert.match(JSON.stringify(structuredContent), /STRASSE/)
})

test('a wrong address is an answer with an error, an unknown tool an error of the protocol', async () => {
  const wrong = await call('lookup_ip', { ip: '1.2.3' })
  assert.deepEqual([wrong.isError, /bad_address/.test(wrong.content[0]!.text)], [true, true])
  await assert.rejects(call('nothing-like-it', {}), /no tool/)
})

test('a page of another site is refused, and so is GET', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  assert.equal((await fetch(`${product.origin}/mcp`, { method: 'POST', headers, body: '{}' })).status, 403)
  assert.equal((await fetch(`${product.origin}/mcp`)).status, 405)
})

const send = async (body: string, headers: Record<string, string> = {}) => {
  const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const answer = await fetch(`${product.origin}/mcp`, { method: 'POST', headers: { ...accept, ...headers }, body })
  return {
    status: answer.status,
    ...((await answer.json()) as { jsonrpc: string; id: unknown; error: { code: number; data?: object } }),
  }
}

const failures: [string, string, Record<string, string>, number, number, string | undefined][] = [
  ['no JSON', '{bad', {}, 400, -32_700, 'bad_body'],
  ['a key that is none', '{}', { authorization: 'Bearer nonsense' }, 401, -32_000, 'bad_key'],
  ['a call without a name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', {}, 200, -32_602, undefined],
]
for (const [name, body, headers, status, code, key] of failures)
  test(`${name} is told as JSON-RPC: ${code}`, async () => {
    const { jsonrpc, id, error, ...answer } = await send(body, headers)
    assert.deepEqual([answer.status, jsonrpc, id, error.code], [status, '2.0', status === 200 ? 1 : null, code])
    assert.equal((error.data as { error?: string } | undefined)?.error, key)
  })

test('a spent allowance is an answer with an error, for the model to wait', async () => {
  await using small = await startProduct({ listen: true, env: { OCTET_CONFIG: await writeLimits() } })
  const ask = async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_ip","arguments":{"ip":"8.8.8.8"}}}'
    return (await fetch(`${small.origin}/mcp`, { method: 'POST', headers, body })).text()
  }
  await ask()
  assert.match(await ask(), /"text":"too_many_requests: .*"isError":true/)
})

async function writeLimits(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-mcp-'))
  after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'octet.json')
  await writeFile(path, JSON.stringify({ limits: { unitsPerSecond: 0.01, burst: 1 } }))
  return path
}

test('a key that is none is refused before anything is done', async () => {
  const headers = {
    authorization: 'Bearer nonsense',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const answer = await fetch(`${product.origin}/mcp`, { method: 'POST', headers, body: '{}' })
  assert.equal(answer.status, 401)
})
