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

test('what is neither a text nor an object with an address stays as it came', () =>
  assert.deepEqual(parseAddressList('["192.0.2.1", {"host":"192.0.2.2"}, {"ip":7}, [7], 7, null]'), [
    '192.0.2.1',
    '{"host":"192.0.2.2"}',
    '{"ip":7}',
    '[7]',
    '7',
    'null',
  ]))

test('objects of a list are read by what others call the address', () =>
  assert.deepEqual(parseAddressList('[{"ip":"192.0.2.1","n":1},{"query":"192.0.2.2"},{"address":"192.0.2.3"}]'), [
    '192.0.2.1',
    '192.0.2.2',
    '192.0.2.3',
  ]))

for (const size of [1, 9, 1_000])
  test(`an object a line becomes a line with its address, in pieces of ${size}`, async () => {
    const text = '\ufeff{"ip":"192.0.2.1","note":"a, b"}\r\n\n{"ip":"192.0.2.1"}\n{"ip":7}\n"192.0.2.2"\n{"ip":"2001:db8::1"}'
    const { body } = startBody(...(text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []))
    assert.equal(await readAll(toLineBytes(body, LINES)), '192.0.2.1\n\n192.0.2.1\n{ ip :7}\n192.0.2.2\n2001:db8::1\n')
  })

for (const text of ['{"ips":["192.0.2.1"]}\n', '{\n"ips": ["192.0.2.1"]\n}'])
  test(`${JSON.stringify(text)} is one list`, async () =>
    assert.equal(await readAll(toLineBytes(startBody(text).body, LINES)), '192.0.2.1'))

for (const [name, swap] of [
  ['little', false],
  ['big', true],
] as const)
  for (const size of [1, 3, 1_000])
    test(`UTF-16 with its byte order mark, ${name} endian in pieces of ${size}, is read as it is meant`, async () => {
      const bytes = Buffer.from('\ufeff192.0.2.1\r\n192.0.2.2\r\n', 'utf16le')
      if (swap) bytes.swap16()
      async function* send() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      assert.equal(await readAll(toLineBytes(send(), LINES)), '192.0.2.1\r\n192.0.2.2\r\n')
    })
