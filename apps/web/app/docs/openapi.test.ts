import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import {
  isAbout,
  toCallCommand,
  toCallHeaders,
  toCallUrl,
  toFieldRows,
  toFieldWords,
  toFirstValues,
  toGetCommand,
  toOperations,
  toTypeWords,
} from './openapi.ts'

const document = {
  paths: {
    '/v1/ip/{ip}': {
      get: {
        tags: ['geo'],
        summary: 'Look up',
        parameters: [
          { name: 'ip', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', description: 'Only these', schema: { type: 'string' } },
          { name: 'X-Trial', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/R' } } } } } },
        },
      },
    },
  },
  components: {
    schemas: { R: { properties: { ip: { type: 'string' }, ASN: { properties: { asn: { type: ['number', 'null'] } } } } } },
  },
}
const [operation] = toOperations(document)

test('an operation has its parameters and the fields of its answer', () => {
  assert.equal(operation?.method, 'GET')
  assert.deepEqual(
    operation?.parameters.map(({ name }) => name),
    ['ip', 'fields', 'X-Trial'],
  )
  assert.equal(operation?.parameters[1]?.schema.description, 'Only these')
  assert.deepEqual(
    toFieldRows(operation?.answer ?? {}).map(({ name, schema }) => [name, toTypeWords(schema)]),
    [
      ['ip', 'string'],
      ['ASN', 'any'],
      ['ASN.asn', 'number | null'],
    ],
  )
})
test('the address of a call holds places and words, escaped', () => {
  assert.ok(operation)
  assert.equal(toCallUrl(operation, { ip: '2001:db8::1', fields: 'ASN' }), '/v1/ip/2001%3Adb8%3A%3A1?fields=ASN')
  assert.equal(toCallUrl(operation, { ip: 'me' }), '/v1/ip/me')
})

test('the headers of a call are the key and those that are filled in', () => {
  assert.ok(operation)
  const values = { ip: 'me', 'X-Trial': '1' }
  assert.deepEqual(toCallHeaders(operation, { values, key: 'k' }), [
    ['Authorization', 'Bearer k'],
    ['X-Trial', '1'],
  ])
  assert.deepEqual(toCallHeaders(operation, { values: { ip: 'me' }, key: '' }), [])
})

test('a GET call begins with what its choices show, and a part of its path that is empty keeps its name', () => {
  const parameters = [
    { name: 'asn', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'part', in: 'path', required: true, schema: { enum: ['prefixes', 'peers'] } },
    { name: 'by', in: 'path', required: true, schema: { enum: ['country', 'asn'] } },
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
  ]
  const values = toFirstValues({ parameters })
  assert.deepEqual(values, { asn: 'AS13335', part: 'prefixes', by: 'asn', id: '' })
  assert.equal(toCallUrl({ path: '/v1/{asn}/{part}/{by}/{id}', parameters }, values), '/v1/AS13335/prefixes/asn/{id}')
})

test('a GET command names the key or the token that its call needs', () => {
  const call = { path: '/v1/jobs', parameters: [] }
  for (const [auth, key, expected] of [
    ['none', '', "curl '$ORIGIN/v1/jobs'"],
    ['none', 'k', "curl -H 'Authorization: Bearer k' '$ORIGIN/v1/jobs'"],
    ['key', '', `curl -H "Authorization: Bearer $KEY" '$ORIGIN/v1/jobs'`],
    ['key', 'k', "curl -H 'Authorization: Bearer k' '$ORIGIN/v1/jobs'"],
    ['session', 'k', `curl -H "token: $TOKEN" '$ORIGIN/v1/jobs'`],
  ] as const)
    assert.equal(toGetCommand({ ...call, auth }, { values: {}, key }), expected)
})

const bare = { method: 'POST', path: '/v1/x', example: undefined, parameters: [], auth: 'none', rawBody: undefined } as const

test('an example with quotes in it is a command that a shell reads as it is meant', () => {
  const example = { text: `<a href="x">Tom's</a> $HOME \\ \n` }
  const command = toCallCommand({ ...bare, path: '/v1/tools/html', example })
  const said = execFileSync('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${command}`], { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(said), example)
})

test('a call is about words that stand in its method, its path or its names', () => {
  assert.ok(operation)
  for (const [words, expected] of [
    ['', true],
    ['GET ip', true],
    ['look /v1', true],
    ['look post', false],
  ] as const)
    assert.equal(isAbout(operation, words), expected, words)
})

test('the answer of a call that only accepts is its answer, too', () => {
  const schema = { properties: { data: { properties: { id: { type: 'string' } } } } }
  const paths = { '/v1/m': { post: { responses: { 202: { content: { 'application/json': { schema } } }, 400: {} } } } }
  assert.deepEqual(toOperations({ paths })[0]?.answer, schema.properties.data)
})

test('a field says what it is in both languages, and in English where there is no other', () => {
  assert.deepEqual(toFieldWords({ title: 'Text', description: 'Any', 'x-zh': { title: '文本', description: '任意' } }), {
    en: 'Text. Any',
    zh: '文本。任意',
  })
  assert.deepEqual(toFieldWords({ description: 'RFC 3339' }), { en: 'RFC 3339', zh: 'RFC 3339' })
  assert.equal(toTypeWords({ items: { type: ['string', 'null'] } }), '(string | null)[]')
  assert.equal(toTypeWords({ items: { type: 'string' } }), 'string[]')
})

test('a call without an example shows the fields that it needs, and how its caller is known', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'name', in: 'body', required: true, schema: { type: 'string' } },
    { name: 'count', in: 'body', required: true, schema: { type: 'integer' } },
    { name: 'kind', in: 'body', required: true, schema: { enum: ['a', 'b'] } },
    { name: 'more', in: 'body', schema: { type: 'string' } },
  ]
  assert.equal(
    toCallCommand({ ...bare, path: '/v1/keys/{id}', method: 'PATCH', parameters, auth: 'session' }),
    'curl -X PATCH "$ORIGIN/v1/keys/{id}" \\\n  -H "token: $TOKEN" \\\n  -H \'content-type: application/json\' \\\n  -d \'{"name":"…","count":1,"kind":"a"}\'',
  )
  assert.equal(
    toCallCommand({ ...bare, method: 'DELETE', auth: 'key' }),
    'curl -X DELETE $ORIGIN/v1/x \\\n  -H "Authorization: Bearer $KEY"',
  )
  assert.match(toCallCommand({ ...bare, auth: 'key' }, 'oct_live_1'), /-H "Authorization: Bearer oct_live_1"$/)
  assert.match(toCallCommand({ ...bare, rawBody: ['8.8.8.8'] }), /-d '\["8\.8\.8\.8"\]'$/)
})
