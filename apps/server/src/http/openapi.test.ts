import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type * as z from 'zod'
import { loadTools } from '@octet/tools/registry.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import { DESCRIPTION_WORDS } from './description-words.ts'
import { toOpenApi } from './openapi.ts'
import { loadEndpoints } from './serve-endpoint.ts'

const document = toOpenApi({ tools: await loadTools(), endpoints: await loadEndpoints(), brand: PRODUCT_NAME })
const paths = document['paths'] as Record<string, Record<string, { operationId: string; tags: string[] }>>

test('the OpenAPI file of the client is what the server offers (else: npm run openapi)', async () => {
  const file = await readFile(join(import.meta.dirname, '../../../../packages/client/src/openapi.json'), 'utf8')
  assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(document)))
})

test('whom to ask is named: the page of the operator, and the address for mail where there is one', () => {
  const parts = { tools: [], endpoints: [], brand: 'Eight' }
  const contactOf = (given: object) => (toOpenApi({ ...parts, ...given })['info'] as { contact: object }).contact
  assert.deepEqual(contactOf({}), { name: 'Eight', url: '/contact' })
  assert.deepEqual(contactOf({ origin: 'https://eight.example', email: 'a@eight.example' }), {
    name: 'Eight',
    url: 'https://eight.example/contact',
    email: 'a@eight.example',
  })
})

test('every call of SPEC §7 is there', () => {
  const calls = [
    'web_init',
    'ip_self_search',
    'search_ip',
    'ping_ip',
    'dns_search',
    'traceroute',
    'hostname_search',
    'port_scan',
    'get_whois',
    'search_phone',
    'search_card',
    'icp_search',
    'user_info',
  ]
  for (const call of calls) assert.ok(paths[`/v1/${call}`]?.['post'], call)
})

/** Names of what a call answers, wherever they stand in its schema. */
function listNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => [name, ...listNames(inner)]),
    ...Object.values(rest).flatMap(listNames),
  ]
}

test('answers about accounts, keys, jobs and money are named in one style', () => {
  const ours = Object.entries(paths).filter(([path]) => /^\/v1\/(account|admin|billing|databases|jobs|keys)\b/.test(path))
  assert.ok(ours.length > 40)
  for (const [path, calls] of ours)
    for (const { responses } of Object.values(calls) as unknown as Secured[])
      assert.deepEqual(
        listNames(responses['200']).filter((name) => /[a-z][A-Z]/.test(name)),
        [],
        path,
      )
})

type Secured = { security?: object[]; responses: Record<string, unknown> }
const of = (method: string, path: string) => paths[path]?.[method] as unknown as Secured

test('each call names the ways in', () => {
  const keys = [{ bearerKey: [] }, { headerKey: [] }, { queryKey: [] }]
  assert.deepEqual(of('get', '/v1/keys').security, [{ token: [] }])
  assert.deepEqual(of('get', '/v1/jobs').security, keys)
  assert.deepEqual(of('get', '/v1/ip/{ip}').security, [...keys, {}])
  assert.deepEqual(of('get', '/v1/databases').security, [{ token: [] }, ...keys, {}])
  assert.deepEqual(of('get', '/v1/plans').security, [{}])
  const schemes = Object.keys((document['components'] as { securitySchemes: object }).securitySchemes)
  assert.deepEqual(schemes, ['token', 'bearerKey', 'headerKey', 'queryKey'])
})

test('what a bad key, a tool that is off or missing data leads to is described', () => {
  for (const status of ['401', '403', '429']) assert.ok(of('get', '/v1/ip/{ip}').responses[status], status)
  for (const status of ['403', '424', '503']) assert.ok(of('post', '/v1/tools/ip').responses[status], status)
})

test('a call of a tool names its errors: those of every call, its own, and those of where it runs', () => {
  const listErrors = (path: string) => new Set((of('post', path) as unknown as { 'x-errors': string[] })['x-errors'])
  for (const path of Object.keys(paths)) if (path.startsWith('/v1/tools/')) assert.ok(listErrors(path).has('bad_body'), path)
  assert.deepEqual(listErrors('/v1/search_ip'), listErrors('/v1/tools/ip'))
  const pick = (path: string, ...keys: string[]) => keys.map((key) => listErrors(path).has(key))
  assert.deepEqual(pick('/v1/tools/aes', 'wrong_key', 'tool_off', 'syntax_error', 'target_failed'), [true, true, false, false])
  assert.deepEqual(pick('/v1/tools/json', 'syntax_error', 'took_too_long', 'timed_out', 'data_missing'), [
    true,
    true,
    false,
    false,
  ])
  assert.deepEqual(pick('/v1/tools/regex', 'took_too_long', 'unavailable'), [true, true])
  assert.deepEqual(pick('/v1/tools/ping', 'took_too_long', 'timed_out'), [false, true])
  assert.deepEqual(pick('/v1/tools/ping', 'refused_target', 'proof_wrong', 'data_missing', 'login_required'), [
    true,
    true,
    false,
    false,
  ])
  assert.deepEqual(pick('/v1/tools/whois-batch', 'login_required', 'too_many_names', 'name_not_found'), [true, true, false])
  assert.deepEqual(pick('/v1/tools/ip', 'address_missing', 'data_missing', 'proof_wanted'), [true, true, false])
})

test('tools that look addresses up say that a name may not be found', () => {
  assert.ok(of('post', '/v1/tools/ip').responses['404'])
  assert.equal(of('post', '/v1/tools/base64').responses['404'], undefined)
})

test('network tools name the ways in that spare work, others need none', () => {
  const ways = [{ token: [] }, { bearerKey: [] }, { headerKey: [] }, { queryKey: [] }, {}]
  assert.deepEqual([of('post', '/v1/tools/ping').security, of('post', '/v1/tools/base64').security], [ways, [{}]])
})

test('a body with fields that must come is required itself', () => {
  const isRequired = (path: string) => (of('post', path) as unknown as { requestBody: { required?: true } }).requestBody.required
  assert.deepEqual(['/v1/search_ip', '/v1/ip/batch', '/v1/web_init'].map(isRequired), [true, true, undefined])
})

type Parameter = { in: string; name: string; description?: string }
const parametersOf = (method: string, path: string) => (of(method, path) as unknown as { parameters: Parameter[] }).parameters

test('the example of a call is what the call takes, and stands in its description', async () => {
  const shown = (await loadEndpoints()).filter(({ example }) => example !== undefined)
  assert.ok(shown.some(({ path }) => path === '/v1/measurements'))
  for (const { method, path, input, example } of shown) {
    const places = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, true as const]))
    assert.deepEqual(input.omit(places).strict().safeParse(example).error?.issues, undefined, path)
    const call = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as unknown as {
      requestBody: { content: Record<string, object> }
    }
    assert.deepEqual(call.requestBody.content['application/json'], { ...call.requestBody.content['application/json'], example })
  }
})

test('the measurement and the monitor of the examples have a target', async () => {
  const find = async (path: string) =>
    (await loadEndpoints()).find((one) => one.path === path && one.method === 'POST')?.example as Record<string, unknown>
  const { request } = await find('/v1/monitors')
  for (const one of [await find('/v1/measurements'), request]) assert.ok('target' in (one as object))
})

test('headers that a call heeds are parameters', () => {
  const headers = (method: string, path: string) => parametersOf(method, path).filter((one) => one.in === 'header')
  assert.equal(headers('get', '/v1/headers')[0]?.name, 'X-Geo-Address')
  assert.equal(headers('post', '/v1/measurements')[0]?.name, 'Idempotency-Key')
})

test('what a parameter means stands at the parameter, where readers of OpenAPI show it', () => {
  assert.match(parametersOf('get', '/v1/ip/{ip}').find(({ name }) => name === 'fields')?.description ?? '', /^Only these/)
})

const forms: [string, string, string, string[]][] = [
  [
    'get',
    '/v1/ip/{ip}',
    '200',
    ['application/json', 'application/xml', 'text/csv', 'application/yaml', 'text/plain', 'text/toon'],
  ],
  ['get', '/v1/ip/{ip}/{field}', '200', ['text/plain', 'application/json']],
  ['get', '/v1/headers', '204', []],
  ['get', '/v1/billing/invoices/{id}/pdf', '200', ['application/pdf']],
  ['post', '/v1/measurements', '202', ['application/json']],
  ['post', '/v1/tools/ping', '200', ['application/json', 'text/event-stream', 'application/x-ndjson']],
]
for (const [method, path, status, types] of forms)
  test(`${method} ${path} is said to answer ${status} as ${types.join(', ') || 'nothing'}`, () => {
    const { responses } = of(method, path)
    const { content } = responses[status] as { content: object }
    assert.deepEqual([Object.keys(content), Object.keys(responses).filter((code) => code.startsWith('2'))], [types, [status]])
  })

test('calls by GET and DELETE have no body', () => {
  for (const [path, methods] of Object.entries(paths))
    for (const method of ['get', 'delete']) assert.ok(!('requestBody' in (methods[method] ?? {})), `${method} ${path}`)
})

test('operation ids are unique', () => {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  assert.equal(new Set(ids).size, ids.length)
})

/** Words of schemas, without the names of fields and without values. */
function listWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listWords)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([word, part]) => {
    if (['default', 'const', 'enum', 'example', 'examples', 'required'].includes(word)) return [word]
    return [word, ...(word === 'properties' ? Object.values(part).flatMap(listWords) : listWords(part))]
  })
}

test('schemas hold no word of ours that linters and makers of clients would stumble over', () => {
  type Call = { requestBody?: object; responses: object }
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods)) as unknown as Call[]
  const schemas = calls.flatMap(({ requestBody, responses }) => [requestBody, responses])
  const words = new Set(listWords(schemas))
  for (const word of ['widget', 'isCount', 'unit']) assert.ok(!words.has(word), word)
  assert.ok(words.has('x-unit'))
})

test('makers of clients can tell what a list of addresses and a file are sent as', () => {
  type Body = { requestBody: { content: Record<string, { schema: { type?: string; properties?: Record<string, object> } }> } }
  const bodyOf = (path: string) => (of('post', path) as unknown as Body).requestBody.content
  const types = Object.entries(bodyOf('/v1/ip/batch')).map(([media, { schema }]) => [media, schema.type])
  assert.deepEqual(types, [
    ['application/json', 'array'],
    ['text/plain', 'string'],
    ['text/csv', 'string'],
  ])
  const file = bodyOf('/v1/tools/base64-file')['multipart/form-data']?.schema.properties?.['file']
  assert.deepEqual(file, { type: 'string', title: 'File', format: 'binary', 'x-zh': { title: '文件' } })
})

type Described = { description?: unknown; 'x-zh'?: { description?: string } }

/** What a part of the document says in English, with its Chinese words; `properties` names fields, whatever they are called. */
function listDescriptions(part: unknown, isNames = false): { en: string; zh: string | undefined }[] {
  if (typeof part !== 'object' || part === null) return []
  const { description, 'x-zh': chinese, ...rest } = isNames ? ({} as Described) : (part as Described)
  const own = typeof description === 'string' ? [{ en: description, zh: chinese?.description }] : []
  const inner = isNames ? Object.entries(part) : Object.entries(rest)
  return [...own, ...inner.flatMap(([name, one]) => listDescriptions(one, !isNames && name === 'properties'))]
}

test('every parameter and field says in Chinese, too, what it means; no word stands there unused', () => {
  type Call = { parameters?: { schema: object; description?: string }[]; requestBody?: object; responses: Record<string, object> }
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods)) as unknown as Call[]
  const words = calls.flatMap(({ parameters = [], requestBody, responses }) =>
    listDescriptions([
      parameters.map(({ schema, description }) => (description === undefined ? schema : { ...schema, description })),
      requestBody,
      Object.values(responses).map((response) => ({ ...response, description: undefined })),
    ]),
  )
  const record = (document['components'] as { schemas: Record<string, unknown> }).schemas['IpRecord']
  const all = [...words, ...listDescriptions(record)]
  assert.ok(all.length > 500)
  assert.ok(all.every(({ en }) => !en.includes('\n')))
  const silent = all.filter(({ en, zh }) => zh === undefined && /[a-z]{3}/.test(en))
  assert.deepEqual([...new Set(silent.map(({ en }) => en))], [])
  const used = new Set(all.map(({ en }) => en))
  assert.deepEqual(
    Object.keys(DESCRIPTION_WORDS).filter((en) => !used.has(en)),
    [],
  )
})

test('the areas of a reference stand in its order, each with a name in both languages', () => {
  const tags = document['tags'] as { name: string; description: string; 'x-zh': { description: string } }[]
  const known = tags.map(({ name }) => name)
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((call) => call.tags)))
  assert.equal(known[0], 'geo')
  assert.deepEqual([...used].toSorted(), known.toSorted())
})

test('what has to be filled in is called by its name in both languages where it is missing', async () => {
  const unnamed = (await loadEndpoints()).flatMap(({ method, path, input }) =>
    Object.entries(input.shape as Record<string, z.ZodType>)
      .filter(([name, field]) => !path.includes(`:${name}`) && !field.safeParse(undefined).success)
      .filter(([, field]) => !field.meta()?.label && !field.meta()?.missing)
      .map(([name]) => `${method} ${path} ${name}`),
  )
  assert.deepEqual(unnamed, [])
})
