import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toToolCard } from './catalogue.ts'
import { loadTools } from './registry.ts'

test('the button of a page says what the tool does', async () => {
  const tools = await loadTools()
  const verbs = new Map(tools.map((tool) => [tool.id, toToolCard(tool, tools).verb]))
  const expected = {
    json: 'run',
    ping: 'start',
    'my-ip': 'look-up',
    whois: 'look-up',
    tls: 'look-up',
    routing: 'look-up',
    'public-dns': 'search',
  }
  for (const [id, verb] of Object.entries(expected)) assert.equal(verbs.get(id), verb, id)
})
