import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { InputMaker, type Schema } from './make-input.ts'
import { startAlone } from './alone.ts'

/**
 * Asks every call of `/openapi.json` and prints what is not as it says, as lines of JSON; see `answers.ts`, which gives it a
 * network of its own.
 */
type Content = { readonly schema: Schema; readonly example?: unknown }
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>
  readonly 'x-errors': readonly string[]
}
type Sent = { readonly url: string; readonly headers: Record<string, string>; readonly body: string | FormData | undefined }

/** Their success would end what asks: the session, its password, its right to ask. */
const LEFT_OUT = /^\/v1\/(account\/(delete|log_out|password|email|second_factor)|admin\/users\/)/
/** Not known to the document: an address or a method that is not there, a body of another kind. */
const ALWAYS = [404, 405, 415]
const EXPECTED_503 = ['data_missing', 'database_not_ready', 'unavailable']
const PASSWORD = 'correct horse battery'
const MOST_MS = 60_000

const times = Number(process.env['ANSWER_TIMES'] ?? 8)
const part = process.env['ANSWER_PATHS'] ?? ''
const input = new InputMaker(Number(process.env['ANSWER_SEED'] ?? 1))
const found = new Set<string>()
let asked = 0

function report(what: string, where: string, detail: string): void {
  const kind = `${what} ${where}`
  if (found.has(kind)) return
  found.add(kind)
  console.log(JSON.stringify({ finding: `${what} ${where}: ${detail.slice(0, 400)}` }))
}

await using product = await startAlone({ operator: { limits: { unitsPerSecond: 1e8, burst: 1e8 } } })
const { origin } = product
const key = await product.addKey('enterprise')
const session = await logIn()
const document: { paths: Record<string, Record<string, Operation>>; components: object } = await (
  await fetch(`${origin}/openapi.json`)
).json()
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', components: document.components })
const checks = new Map<object, ValidateFunction>()

for (const [path, operations] of Object.entries(document.paths))
  for (const [method, operation] of Object.entries(operations)) {
    if (LEFT_OUT.test(path) || !path.includes(part)) continue
    for (let turn = 0; turn < times; turn++) await ask({ method: method.toUpperCase(), path, operation, turn })
  }
for (const line of product.faults) report('FAULT', 'log', line)
console.log(JSON.stringify({ asked, calls: checks.size, found: found.size }))

async function logIn(): Promise<string> {
  const token = new URL(await product.readOperatorLink()).hash.replace('#token=', '')
  const answer = await fetch(`${origin}/v1/account/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: 'operator@example.org', password: PASSWORD, confirm_password: PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

type Call = { readonly method: string; readonly path: string; readonly operation: Operation; readonly turn: number }

async function ask({ method, path, operation, turn }: Call): Promise<void> {
  const where = `${method} ${path}`
  const { url, headers, body } = write(path, operation, turn)
  const shown = `${url} ${body instanceof FormData ? `form of ${[...body.keys()].join(', ')}` : (body ?? '')}`.slice(0, 160)
  try {
    const signal = AbortSignal.timeout(MOST_MS)
    const answer = await fetch(origin + url, { method, headers, body: body ?? null, redirect: 'manual', signal })
    const text = await answer.text()
    asked++
    check({ where, operation, answer, text, shown, isChinese: headers['accept-language'] === 'zh' })
  } catch (error) {
    report('NO ANSWER', where, `${String(error)} to ${shown}`)
  }
}

/** A request as its example or its schema says, two of three with something wrong in it. */
function write(path: string, { parameters = [], requestBody }: Operation, turn: number): Sent {
  const query = new URLSearchParams()
  let url = path
  for (const { name, in: place, required, schema, example } of parameters) {
    const right = example !== undefined && input.isLucky(0.6) ? example : input.make(schema)
    const value = input.isLucky(0.25) ? input.makeWrong() : right
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000).toWellFormed()
    if (place === 'path') url = url.replace(`{${name}}`, () => encodeURIComponent(text) || '%20')
    else if (place === 'query' && (required || input.isLucky(0.5))) query.append(name, text)
  }
  if (query.size > 0) url += `?${query}`
  const headers: Record<string, string> = { 'accept-language': turn % 2 === 0 ? 'en' : 'zh' }
  const who = input.pick(['nobody', 'key', 'session'])
  if (who === 'key') headers['authorization'] = `Bearer ${key}`
  if (who === 'session') headers['token'] = session
  if (!requestBody) return { url, headers, body: undefined }
  const type = input.pick(Object.keys(requestBody.content))
  const { schema, example } = requestBody.content[type]!
  const right = example !== undefined && input.isLucky(0.6) ? example : input.make(schema)
  const value = turn % 3 === 0 ? right : input.spoil(right)
  if (type === 'multipart/form-data') return { url, headers, body: toForm(value) }
  const isText = type !== 'application/json'
  const broken = ['', '{', '[]', 'null', '"x"', '{"a":', '\uFEFF{}']
  const body = isText ? String(value) : input.isLucky(0.05) ? input.pick(broken) : JSON.stringify(value)
  return { url, headers: { ...headers, 'content-type': type }, body }
}

function toForm(value: unknown): FormData {
  const form = new FormData()
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      form.append(name, typeof inner === 'string' ? inner : JSON.stringify(inner))
  return form
}

type Answered = {
  readonly where: string
  readonly operation: Operation
  readonly answer: Response
  readonly text: string
  readonly shown: string
  readonly isChinese: boolean
}

function check({ where, operation, answer, text, shown, isChinese }: Answered): void {
  const { status } = answer
  const complain = (what: string, detail = text.slice(0, 200)) => report(`${what} (${status})`, where, `${detail} to ${shown}`)
  const known = operation.responses[status]
  if (!known && !ALWAYS.includes(status)) complain('STATUS NOT IN THE DOCUMENT')
  if (!answer.headers.get('content-type')?.startsWith('application/json')) {
    if (status >= 400) complain('ERROR WITHOUT JSON')
    return
  }
  const value: unknown = JSON.parse(text)
  if (status >= 400) {
    const { code, msg, data } = value as { code?: number; msg?: string; data?: { error?: string } }
    const error = data?.error ?? ''
    if (code === undefined || !msg || error === '') complain('ERROR OF ANOTHER SHAPE')
    else if (status >= 500 && !EXPECTED_503.includes(error)) complain('FAULT OF THE SERVER')
    else if (!ALWAYS.includes(status) && !operation['x-errors'].includes(error)) complain('ERROR NOT IN THE DOCUMENT')
    // One message of SPEC §1 is the same in both languages; `lang` overrules the header.
    else if (isChinese && error !== 'not_found' && !shown.includes('lang') && !/\p{Script=Han}/u.test(msg))
      complain('NOT CHINESE')
    return
  }
  const schema = known?.content?.['application/json']?.schema
  if (!schema) return
  const matches = checks.get(schema) ?? compile(schema)
  checks.set(schema, matches)
  if (!matches(value)) complain('ANSWER NOT AS ITS SCHEMA', `${ajv.errorsText(matches.errors)} in ${text.slice(0, 150)}`)
}

function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
  return ajv.compile(JSON.parse(text) as object)
}
