import assert from 'node:assert/strict'
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

test('lists the look-ups and every tool', async () => {
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

test('a key that is none is refused before anything is done', async () => {
  const headers = {
    authorization: 'Bearer nonsense',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const answer = await fetch(`${product.origin}/mcp`, { method: 'POST', headers, body: '{}' })
  assert.equal(answer.status, 401)
})
