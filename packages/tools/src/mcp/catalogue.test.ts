import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { loadTools } from '../registry.ts'
import { McpCatalogue } from './catalogue.ts'

const tools = await loadTools()
const catalogue = new McpCatalogue({
  tools,
  lookups: { lookup_ip: ({ ip }) => ({ ip }) },
  runTool: (_tool, input) => Promise.resolve({ ...input }),
})

test('every tool is offered under a name that MCP allows, with a schema of an object and nothing of our forms', () => {
  const list = catalogue.list()
  assert.equal(list.length, tools.length + 1)
  for (const { name, inputSchema, annotations } of list) {
    assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/)
    assert.equal(inputSchema.type, 'object', name)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"(widget|label|placeholder)":/, name)
    assert.equal(annotations.destructiveHint, false)
  }
})

test('only tools that probe reach the open world', () => {
  const open = new Set(catalogue.list().flatMap(({ name, annotations }) => (annotations.openWorldHint ? [name] : [])))
  for (const { id, needs = [] } of tools) assert.equal(open.has(id), needs.includes('probe'), id)
})

test('a file is asked for as base64', () => {
  const withFile = catalogue.list().filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('contentEncoding'))
  assert.ok(withFile.length > 0)
})

test('a lookup nobody answers is not offered', () => {
  assert.equal(catalogue.has('lookup_ip'), true)
  assert.equal(catalogue.has('lookup_asn'), false)
})

test('a known error is an answer that says what to do', async () => {
  const failing = new McpCatalogue({
    tools: [],
    lookups: {
      lookup_ip() {
        throw new AppError('bad_address', { reason: 'x', got: 'y' })
      },
    },
    runTool: () => Promise.resolve(null),
  })
  const { isError, content } = await failing.call('lookup_ip', { ip: 'y' })
  assert.deepEqual([isError, content[0]?.text.startsWith('bad_address: ')], [true, true])
})

test('input that does not fit the schema names the field', async () => {
  const { isError, content } = await catalogue.call('lookup_ip', { ip: 5 })
  assert.equal(isError, true)
  assert.match(content[0]?.text ?? '', /^bad_input: ip/)
})
