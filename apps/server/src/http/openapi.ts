import type { AnswerForm, AnyEndpoint } from '@octet/core/endpoint.ts'
import { ERRORS, type ErrorKey } from '@octet/core/errors.ts'
import { splitText, toTemplate, type Text } from '@octet/core/text.ts'
import { toJsonSchema } from '@octet/core/field.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { GROUPS, type AnyTool } from '@octet/core/tool.ts'
import type * as z from 'zod'
import { AREAS } from './areas.ts'
import { DESCRIPTION_WORDS } from './description-words.ts'
import type { FieldNames } from './rename-fields.ts'
import { listKeyErrors } from './take-key.ts'
import { listToolErrors } from './tool-errors.ts'

type Json = { [key: string]: unknown }
type Schema = z.core.JSONSchema.JSONSchema

/** Errors that every call can have. */
const COMMON_ERRORS: readonly ErrorKey[] = [
  'bad_input',
  'missing_input',
  'bad_body',
  'unsupported_body',
  'too_large',
  'too_many_requests',
  'internal',
]
type Parts = {
  readonly tools: readonly AnyTool[]
  readonly endpoints: readonly AnyEndpoint[]
  /** What the operator calls the product. */
  readonly brand: string
  /** The operator's address for mail, where there is one. */
  readonly email?: string | undefined
  /** Where this server stands; nothing in the file of the client, which is of no server. */
  readonly origin?: string | undefined
}

/** The OpenAPI 3.1 document of everything that can be called: endpoints, tools, and the tools' names of SPEC §7. */
export function toOpenApi({ tools, endpoints, brand, email, origin = '' }: Parts): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toEndpointOperation(endpoint) }
  }
  for (const tool of tools) {
    paths[`/v1/tools/${tool.id}`] = { post: toToolOperation(tool, `tool_${tool.id}`) }
    if (tool.call) paths[`/v1/${tool.call}`] = { post: toToolOperation(tool, tool.call, tool.callNames) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: brand,
      version: '1',
      description:
        'Network and developer tools and IP data. Every answer is {code, msg, data}; code is 200 on success. `raw=1` leaves the envelope out of a GET answer. A name in the query that is a misspelt one of the call is refused. Bodies may be urlencoded, too, and an object of JSON may come as text/plain. With a key, X-Credits-Remaining is about what is left of the month, or of the cap of the key where that is less, as far as the answering thread knows: others hold some units ahead, so it may rise and fall between answers; the quota itself is exact. Another method on a path answers 405 and Allow.',
      contact: { name: brand, url: `${origin}/contact`, ...(email && { email }) },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      ...Object.entries(AREAS).map(([name, title]) => ({ name, description: title.en, 'x-zh': { description: title.zh } })),
      ...Object.values(GROUPS).map((title) => ({ name: title.en, description: title.en, 'x-zh': { description: title.zh } })),
    ],
    paths: Object.fromEntries(
      Object.keys(paths)
        .sort(comparePaths)
        .map((path) => [path, paths[path]]),
    ),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: {
        Failure: FAILURE,
        IpRecord: Object.fromEntries(Object.entries(IP_RECORD).flatMap(([key, part]) => toPlainEntry(key, part))),
      },
      responses: {
        Failure: {
          description: 'A known error; `data.error` names it',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
    'x-errors': Object.fromEntries(
      Object.entries(ERRORS).map(([key, { status, code, msg, resolution }]) => [
        key,
        { status, code, msg: { en: toTemplate(msg.en), zh: toTemplate(msg.zh) }, resolution },
      ]),
    ),
  }
}

/** What people come for; a reference begins with it. */
const FIRST_PATHS: readonly string[] = ['/v1/ip/{ip}', '/v1/ip']

function comparePaths(a: string, b: string): number {
  const [atA, atB] = [a, b].map((path) => FIRST_PATHS.indexOf(path) + 1 || FIRST_PATHS.length + 1)
  return (atA ?? 0) - (atB ?? 0) || (a < b ? -1 : 1)
}

/** How a caller says who it is; `token` is that of a session, of which a browser needs the cookie, too. */
const SECURITY_SCHEMES = {
  token: { type: 'apiKey', in: 'header', name: 'token', description: 'From POST /v1/account/log_in' },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key' },
  headerKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key', description: 'Unless the key forbids it' },
} as const

const TEXT = { type: 'string' } as const
/** Bodies that are no fields: a list of addresses, which comes as lines, too; what a payment service tells; any bytes. */
const RAW_BODIES: Readonly<Record<NonNullable<AnyEndpoint['rawBody']>, Json>> = {
  addresses: {
    'application/json': { schema: { type: 'array', items: TEXT } },
    'text/plain': { schema: TEXT },
    'text/csv': { schema: TEXT },
  },
  event: { 'application/json': { schema: { type: 'object' } } },
  bytes: { 'application/octet-stream': { schema: { ...TEXT, format: 'binary' } } },
}

/** The ways in, each of which is enough; an empty one where nothing is needed. */
function toSecurity(endpoint: AnyEndpoint, errors: readonly ErrorKey[]): Json[] {
  const { auth, input } = endpoint
  const takesToken = auth === 'session' || errors.includes('session_ended')
  const takesKey = errors.includes('bad_key')
  const takesQueryKey = takesKey && (listKeyErrors(endpoint).length > 0 || 'key' in input.shape)
  return [
    ...(takesToken ? [{ token: [] }] : []),
    ...(takesKey ? [{ bearerKey: [] }, { headerKey: [] }] : []),
    ...(takesQueryKey ? [{ queryKey: [] }] : []),
    ...(auth === 'none' ? [{}] : []),
  ]
}

/** Any way in spares a network tool the work that it asks for after much use; some are for those alone who have one. */
function toToolSecurity({ needs, isForAccounts }: AnyTool): Json[] {
  const ways = needs?.includes('probe') || isForAccounts ? Object.keys(SECURITY_SCHEMES) : []
  return [...ways.map((way) => ({ [way]: [] })), ...(isForAccounts ? [] : [{}])]
}

function toEndpointOperation(endpoint: AnyEndpoint): Json {
  const errors = [...new Set([...endpoint.errors, ...listKeyErrors(endpoint), ...COMMON_ERRORS])]
  const schema = toJsonSchema(endpoint.input)
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  // A body of DELETE has no meaning of its own either (RFC 9110 §9.3.5), and makers of clients refuse one.
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.rawBody !== undefined
  const parameters = Object.entries(schema.properties ?? {})
    .filter(([name]) => isQuery || inPath.has(name))
    .map(([name, property]) =>
      toParameter(name, property, { isPath: inPath.has(name), isRequired: schema.required?.includes(name) ?? false }),
    )
    .concat(Object.entries(endpoint.headers ?? {}).map(toHeaderParameter))
  return {
    operationId: `${endpoint.method.toLowerCase()}_${endpoint.path.replaceAll(/[^\w]+/g, '_').replaceAll(/^_|_$/g, '')}`,
    tags: [endpoint.area ?? 'other'],
    summary: endpoint.title.en,
    description: endpoint.summary.en,
    'x-texts': { title: endpoint.title, summary: endpoint.summary },
    security: toSecurity(endpoint, errors),
    ...(parameters.length > 0 && { parameters }),
    ...(!isQuery && { requestBody: toFormBody(withoutPlaces(schema, inPath), endpoint.example) }),
    ...(endpoint.rawBody && { requestBody: { required: true, content: RAW_BODIES[endpoint.rawBody] } }),
    'x-errors': errors,
    responses: toResponses(endpoint.output, errors, endpoint.answer),
  }
}

function toToolOperation(tool: AnyTool, operationId: string, names: FieldNames = {}): Json {
  const summary = withNames(tool.summary, names)
  const errors = [...new Set([...listToolErrors(tool), ...COMMON_ERRORS])]
  return {
    operationId,
    tags: [GROUPS[tool.group].en],
    summary: tool.title.en,
    description: summary.en,
    'x-texts': { title: tool.title, summary },
    'x-tool': tool.id,
    security: toToolSecurity(tool),
    requestBody: toFormBody(toJsonSchema(tool.input), tool.examples[0]?.input),
    'x-errors': errors,
    responses: toResponses(tool.output, errors, { media: ['text/event-stream', 'application/x-ndjson'] }),
  }
}

/** A summary that ends with the further names of fields. */
function withNames(summary: Text, names: FieldNames): Text {
  const toCode = (all: readonly string[]) => all.map((name) => `\`${name}\``)
  const also = Object.entries(names).map(([field, others = []]) => ({
    en: ` \`${field}\` may also be called ${toCode(others).join(', ')}.`,
    zh: `\`${field}\` 也可写作 ${toCode(others).join('、')}。`,
  }))
  if (also.length === 0) return summary
  return { en: `${summary.en}.${also.map(({ en }) => en).join('')}`, zh: `${summary.zh}。${also.map(({ zh }) => zh).join('')}` }
}

function toFormBody(schema: Schema, example?: unknown): Json {
  const clean = toPlainSchema(schema)
  return {
    ...(schema.required?.length && { required: true }),
    content: {
      'application/json': { schema: clean, ...(example !== undefined && isJson(example) && { example }) },
      'multipart/form-data': { schema: clean },
    },
  }
}

function toParameter(
  name: string,
  schema: Schema | boolean,
  { isPath, isRequired }: { isPath: boolean; isRequired: boolean },
): Json {
  const { description, ...rest } = toPlainSchema(typeof schema === 'object' ? schema : {})
  const words = description === undefined ? {} : { description }
  return { name, in: isPath ? 'path' : 'query', required: isPath || isRequired, ...words, schema: rest }
}

function toHeaderParameter([name, { en, zh }]: [name: string, words: Text]): Json {
  return { name, in: 'header', required: false, description: en, schema: { type: 'string', 'x-zh': { description: zh } } }
}

function withoutPlaces(schema: Schema, places: ReadonlySet<string | undefined>): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !places.has(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: schema.required?.filter((name) => !places.has(name)) ?? [],
  }
}

function toResponses(
  output: z.ZodType,
  errors: readonly ErrorKey[],
  { status: good = 200, media = [], isBare }: AnswerForm = {},
): Json {
  const data = toPlainSchema(toJsonSchema(output, 'output'))
  const responses: Record<string, Json> = {
    [good]: {
      description: 'The answer',
      content: {
        ...(!isBare && {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: { code: { const: 200 }, msg: { type: 'string' }, data },
            },
          },
        }),
        ...Object.fromEntries(media.map((type) => [type, { schema: type === 'application/json' ? data : toMediaSchema(type) }])),
      },
    },
  }
  for (const status of new Set(errors.map((key) => ERRORS[key].status)))
    responses[status] = { $ref: '#/components/responses/Failure' }
  return responses
}

/** Text, or bytes where nobody reads it. */
function toMediaSchema(type: string): Json {
  return /^text\/|json|xml|yaml/.test(type) ? TEXT : { ...TEXT, format: 'binary' }
}

const FAILURE = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string', description: 'In the caller’s language' },
    data: {
      type: 'object',
      required: ['error', 'resolution'],
      properties: { error: { enum: Object.keys(ERRORS) }, resolution: { type: 'string' } },
      additionalProperties: true,
    },
  },
}

/** The record stands in many answers; it is written out once. */
const IP_RECORD = withoutDialect(toJsonSchema(ipRecordSchema, 'output'))
const IP_RECORD_TEXT = JSON.stringify(IP_RECORD)

/** Leaves out what only the site's forms need and turns labels into titles. */
function toPlainSchema(schema: Schema): Json {
  return toPlain(withoutDialect(schema)) as Json
}

function withoutDialect(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = schema as Json
  return rest
}

const FORM_ONLY = new Set([
  'placeholder',
  'options',
  'when',
  'emptyWhen',
  'advanced',
  'secret',
  'main',
  'wanted',
  'language',
  'help',
  'label',
])

/** Words of ours that JSON Schema does not know, wherever they stand: left out, or marked as an extension. */
const OWN_WORDS: Readonly<Record<string, string | undefined>> = {
  widget: undefined,
  isCount: undefined,
  pageDefault: undefined,
  printed: undefined,
  endings: undefined,
  saved: undefined,
  streamKey: 'x-stream-key',
  missing: undefined,
  unit: 'x-unit',
}

/** The entries of a schema; the names of `properties` are the fields' own. */
function toPlainEntry(key: string, part: unknown): [string, unknown][] {
  if (key === 'properties')
    return [[key, Object.fromEntries(Object.entries(part as Json).map(([name, one]) => [name, toPlain(one)]))]]
  const name = Object.hasOwn(OWN_WORDS, key) ? OWN_WORDS[key] : key
  return name === undefined ? [] : [[name, toPlain(part)]]
}

function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  if ('properties' in value && JSON.stringify(value) === IP_RECORD_TEXT) return { $ref: '#/components/schemas/IpRecord' }
  const node = value as Json & { label?: Partial<Text>; help?: Partial<Text> }
  const isField = typeof node.label === 'object' && typeof node.label?.en === 'string'
  const entries = Object.entries(node)
    .filter(([key]) => !(isField && FORM_ONLY.has(key)))
    .flatMap(([key, part]) => toPlainEntry(key, part))
  const said = toSaid(node['description'])
  const chinese = toPair(isField ? node.label?.zh : undefined, (isField && node.help?.zh) || said?.zh)
  return {
    ...(node['widget'] === 'file' && { type: 'string' }),
    ...(isField && toPair(node.label?.en, node.help?.en)),
    ...Object.fromEntries(entries),
    ...(said && { description: said.en }),
    ...(Object.keys(chinese).length > 0 && { 'x-zh': chinese }),
  }
}

const toPair = (title: string | undefined, description: string | undefined): Json => ({
  ...(title && { title }),
  ...(description && { description }),
})

/** What a schema says of itself: both languages, or English alone where the site loads it. */
function toSaid(description: unknown): { en: string; zh: string | undefined } | undefined {
  if (typeof description !== 'string') return undefined
  return description.includes('\n') ? splitText(description) : { en: description, zh: DESCRIPTION_WORDS[description] }
}

function isJson(value: unknown): boolean {
  return !(value instanceof Blob) && (typeof value !== 'object' || value === null || Object.values(value).every(isJson))
}
