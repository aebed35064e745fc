import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBody, parseAddressList, toLineBytes } from './address-body.ts'

const LINES = { maxJsonBytes: 1_000, isCsv: false }

/** Bytes as they come over the line, and whether somebody still takes them. */
function startBody(...texts: readonly string[]) {
  const state = { isOpen: true }
  async function* read() {
    try {
      for (const text of texts) yield Buffer.from(text)
    } finally {
      state.isOpen = false
    }
  }
  return { state, body: read() }
}

const readAll = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks)).toString()

for (const [first, isJson] of [
  ['["192.0.2.1"]', true],
  ['\ufeff [ ', true],
  ['{"ips":[]}', true],
  ['[2001:db8::1]\n', false],
  ['192.0.2.1\n', false],
] as const)
  test(`${JSON.stringify(first)} is ${isJson ? '' : 'not '}JSON, and nothing of it is lost but the mark`, async () => {
    const { body } = startBody(first, 'rest')
    const opened = await openBody(body)
    assert.equal(opened.isJson, isJson)
    assert.equal(await readAll(opened.chunks), `${first.replace('\ufeff', '')}rest`)
  })

test('who stops reading ends the body', async () => {
  const { state, body } = startBody('192.0.2.1\n', '192.0.2.2\n', '192.0.2.3\n')
  for await (const _chunk of (await openBody(body)).chunks) break
  assert.equal(state.isOpen, false)
})

test('a JSON list becomes lines', async () => {
  const { body } = startBody('["192.0.2.1",', '"192.0.2.2"]')
  assert.equal(await readAll(toLineBytes(body, LINES)), '192.0.2.1\n192.0.2.2')
})

for (const text of ['["192.0.2.1"]', '192.0.2.1'])
  test(`the byte order mark that Windows puts before a file is no part of ${text}`, async () => {
    const { body } = startBody(`\ufeff${text}`)
    assert.equal(await readAll(toLineBytes(body, LINES)), '192.0.2.1')
  })

for (const deep of ['['.repeat(100_000) + ']'.repeat(100_000), `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])
  test(`JSON that is nested without end is a fault of the body: ${deep.slice(0, 5)}…`, () =>
    assert.rejects(readAll(toLineBytes(startBody(deep).body, { ...LINES, maxJsonBytes: 1_000_000 })), { key: 'bad_body' }))

for (const blank of [[], [''], ['\ufeff'], [' \r\n', '\n']])
  test(`a body of ${JSON.stringify(blank)} is refused`, () =>
    assert.rejects(openBody(startBody(...blank).body), { key: 'bad_input' }))

for (const form of [
  '--x\r\ncontent-disposition: form-data; name="a"\r\n',
  'ips=192.0.2.1,192.0.2.2',
  'ips[]=192.0.2.1',
  'ips%5B%5D=192.0.2.1',
])
  test(`a form is refused: ${JSON.stringify(form)}`, () => assert.rejects(openBody(startBody(form).body), { key: 'bad_input' }))

test('what is no text in a list stays as it came', () =>
  assert.deepEqual(parseAddressList('["192.0.2.1", {"ip":"192.0.2.2"}, [7], 7, null]'), [
    '192.0.2.1',
    '{"ip":"192.0.2.2"}',
    '[7]',
    '7',
    'null',
  ]))
