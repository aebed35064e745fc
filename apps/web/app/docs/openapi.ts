import type { Text } from '@octet/core/text.ts'
import { toShellWord } from '../tool/shell-word.ts'

export type ApiSchema = {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly title?: string
  /** Title and description in Chinese; those beside it are English. */
  readonly 'x-zh'?: Words
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly $ref?: string
}

type Words = { readonly title?: string; readonly description?: string }

type Content = Readonly<Record<string, { readonly schema?: ApiSchema; readonly example?: unknown }>>

/** One call, as the OpenAPI document of the server describes it. */
export type Operation = {
  /** Unique; the fragment of its address. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly area: string
  readonly texts: { readonly title: Text; readonly summary: Text }
  /** Id of the tool that answers. */
  readonly tool: string | undefined
  readonly parameters: readonly Parameter[]
  /** How a caller has to be known: by a key, by the token of a session, or not at all. */
  readonly auth: 'key' | 'session' | 'none'
  /** What is sent as it stands, where the body is no object of fields. */
  readonly rawBody: unknown
  readonly example: unknown
  readonly answer: ApiSchema | undefined
}

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: ApiSchema
}

/** Calls that belong together, in the order of the document. */
export type Area = { readonly name: string; readonly title: Text }

export type Description = { readonly areas: readonly Area[]; readonly operations: readonly Operation[] }

type RawOperation = {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly 'x-texts'?: Operation['texts']
  readonly 'x-tool'?: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Tag = { readonly name: string; readonly description?: string; readonly 'x-zh'?: Words }

type Document = {
  readonly tags?: readonly Tag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> }
}

/** Asks the server for its description and lays it flat. Throws when it does not answer. */
export async function loadDescription(): Promise<Description> {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const document = (await answer.json()) as Document
  return { areas: (document.tags ?? []).map(toArea), operations: toOperations(document) }
}

function toArea({ name, description = name, 'x-zh': chinese }: Tag): Area {
  return { name, title: { en: description, zh: chinese?.description ?? description } }
}

/** What a field is and means, in both languages: its title and its description, as far as there are any. */
export function toFieldWords({ title, description, 'x-zh': chinese = {} }: ApiSchema): Text {
  return {
    en: [title, description].filter(Boolean).join('. '),
    zh: [chinese.title ?? title, chinese.description ?? description].filter(Boolean).join('。'),
  }
}

/** Whether each of the words stands in the method, the path or the title of a call. */
export function isAbout({ method, path, texts }: Operation, words: string): boolean {
  const own = `${method} ${path} ${texts.title.en} ${texts.title.zh}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.includes(word))
}

/** Every call of a document, in its order. */
export function toOperations({ paths, components }: Document): Operation[] {
  const resolve = (schema: ApiSchema | undefined) => {
    const name = schema?.$ref?.split('/').at(-1)
    return name ? components?.schemas?.[name] : schema
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation({ path, method, raw, resolve })),
  )
}

type RawCall = {
  path: string
  method: string
  raw: RawOperation
  resolve: (schema: ApiSchema | undefined) => ApiSchema | undefined
}

function toOperation({ path, method, raw, resolve }: RawCall): Operation {
  const body = raw.requestBody?.content['application/json']
  const good = Object.keys(raw.responses).find((status) => status.startsWith('2')) ?? ''
  const answer = raw.responses[good]?.content?.['application/json']?.schema
  const own = (words = '') => ({ en: words, zh: words })
  return {
    id: raw.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    area: raw.tags?.[0] ?? '',
    texts: raw['x-texts'] ?? { title: own(raw.summary), summary: own(raw.description) },
    tool: raw['x-tool'],
    parameters: [...(raw.parameters ?? []).map(withWords), ...toBodyParameters(resolve(body?.schema))],
    auth: toAuth(raw.security),
    rawBody: body && toRawBody(resolve(body.schema)),
    example: body?.example,
    answer: resolve(answer?.properties?.data),
  }
}

function toAuth(ways: RawOperation['security'] = []): Operation['auth'] {
  if (ways.some((way) => Object.keys(way).length === 0)) return 'none'
  if (ways.some((way) => 'bearerKey' in way)) return 'key'
  return ways.some((way) => 'token' in way) ? 'session' : 'none'
}

/** Addresses, where a call takes a list of them. */
const toRawBody = (schema: ApiSchema | undefined): unknown => (schema?.type === 'array' ? ['8.8.8.8', '1.1.1.1'] : undefined)

/** The schema of a parameter says what it means, as those of body fields do. */
function withWords(parameter: Parameter): Parameter {
  const { description, schema } = parameter
  return description === undefined ? parameter : { ...parameter, schema: { ...schema, description } }
}

function toBodyParameters(schema: (ApiSchema & { readonly required?: readonly string[] }) | undefined): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'body',
    required: schema?.required?.includes(name) ?? false,
    schema: property,
  }))
}

/** A type in words: `string | null`, `json | csv`, `object[]`. */
export function toTypeWords(schema: ApiSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return schema.anyOf.map(toTypeWords).join(' | ')
  if (schema.items) {
    const one = toTypeWords(schema.items)
    return one.includes(' | ') ? `(${one})[]` : `${one}[]`
  }
  return typeof schema.type === 'object' ? schema.type.join(' | ') : (schema.type ?? 'any')
}

/** The fields of an answer with dotted names, parts opened once. */
export function toFieldRows(schema: ApiSchema, prefix = ''): { name: string; schema: ApiSchema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const whole = `${prefix}${name}`
    const inner = property.properties ?? property.items?.properties
    const row = { name: property.items?.properties ? `${whole}[]` : whole, schema: property }
    return inner && !prefix ? [row, ...toFieldRows({ properties: inner }, `${row.name}.`)] : [row]
  })
}

/** Values that show something at once. */
const FIRST_VALUES: Readonly<Record<string, string>> = {
  ip: '8.8.8.8',
  field: 'country_code',
  by: 'asn',
  owner: '13335',
  asn: 'AS13335',
  product: 'lite',
}

/** What the fields of a GET call begin with: of a choice that has to be made, what its list shows. */
export function toFirstValues({ parameters }: Pick<Operation, 'parameters'>): Record<string, string> {
  return Object.fromEntries(
    parameters.filter(({ required }) => required).map(({ name, schema }) => [name, toFirstValue(name, schema.enum)]),
  )
}

function toFirstValue(name: string, choices: readonly unknown[] | undefined): string {
  const usual = FIRST_VALUES[name]
  return choices && !choices.includes(usual) ? String(choices[0]) : (usual ?? '')
}

/** The address of a call with its parameters filled in: `{id}` where a part of the path is empty, other empty ones left out. */
export function toCallUrl(
  { path, parameters }: Pick<Operation, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? '') || whole)
  const query = new URLSearchParams(
    parameters.filter((p) => p.in === 'query' && values[p.name]).map(({ name }) => [name, values[name] ?? '']),
  ).toString()
  return query ? `${filled}?${query}` : filled
}

type Tried = { readonly values: Readonly<Record<string, string>>; readonly key: string }

/** The headers of a call: the key, and its parameters of that place that are filled in. */
export function toCallHeaders(
  { parameters }: Pick<Operation, 'parameters'>,
  { values, key }: Tried,
): [name: string, value: string][] {
  const filled = parameters.filter((p) => p.in === 'header' && values[p.name]).map(({ name }) => [name, values[name] ?? ''])
  return [...(key ? [['Authorization', `Bearer ${key}`]] : []), ...filled] as [string, string][]
}

/** A GET call as a command: with what has been filled in, and with `$KEY` or `$TOKEN` where it needs one. */
export function toGetCommand(operation: Pick<Operation, 'path' | 'parameters' | 'auth'>, { values, key }: Tried): string {
  const { auth } = operation
  const missing = auth === 'session' || !key ? CREDENTIALS[auth] : undefined
  const headers = toCallHeaders(operation, { values, key: auth === 'session' ? '' : key })
  return [
    'curl',
    ...(missing ? [`-H "${missing}"`] : []),
    ...headers.map((pair) => `-H ${toShellWord(pair.join(': '))}`),
    toShellWord(`$ORIGIN${toCallUrl(operation, values)}`),
  ].join(' ')
}

const CREDENTIALS = { key: 'Authorization: Bearer $KEY', session: 'token: $TOKEN', none: undefined } as const

/**
 * A call as a command: with its example, or with the fields that it cannot do without. `$ORIGIN` stands for the site's
 * address, `$KEY` for a key that has not been given.
 */
export function toCallCommand(
  operation: Pick<Operation, 'method' | 'path' | 'example' | 'parameters' | 'auth' | 'rawBody'>,
  key = '',
): string {
  const { method, path, auth, rawBody, example = rawBody ?? toLeastBody(operation.parameters) } = operation
  const credentials = CREDENTIALS[auth]?.replace('$KEY', key || '$KEY')
  const address = /[{}]/.test(path) ? `"$ORIGIN${path}"` : `$ORIGIN${path}`
  return [
    `curl ${method === 'POST' && example !== undefined ? '' : `-X ${method} `}${address}`,
    ...(credentials ? [`-H "${credentials}"`] : []),
    ...(example === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${toShellWord(JSON.stringify(example))}`]),
  ].join(' \\\n  ')
}

/** The fields of a body that have to be there, each with something of its type; undefined for none. */
function toLeastBody(parameters: readonly Parameter[]): unknown {
  const needed = parameters.filter((parameter) => parameter.in === 'body' && parameter.required)
  if (needed.length === 0) return undefined
  return Object.fromEntries(needed.map(({ name, schema }) => [name, toSample(schema)]))
}

function toSample({ type, enum: values, const: only, default: usual, anyOf, items }: ApiSchema): unknown {
  if (usual !== undefined) return usual
  if (only !== undefined) return only
  if (values) return values[0]
  if (anyOf?.[0]) return toSample(anyOf[0])
  const one = typeof type === 'object' ? type[0] : type
  if (one === 'array') return items ? [toSample(items)] : []
  if (one === 'boolean') return true
  if (one === 'object') return {}
  return one === 'integer' || one === 'number' ? 1 : '…'
}
