import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError, type ErrorDetails } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { splitText, type Text } from '@octet/core/text.ts'
import { isStream, type AnyTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findMissing, getAt } from './find-missing.ts'

/**
 * Checks the input of a tool. The first thing wrong becomes `bad_input` with the field, what was expected and what came,
 * or `missing_input` where nothing came.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(schema instanceof z.ZodObject ? withEmptyTexts(schema, input) : input)
  if (parsed.success) return parsed.data
  throw toInputError(parsed.error, input, schema)
}

/** The input with an empty text for each field that may be left out beside what the others say. */
function withEmptyTexts({ shape }: z.ZodObject, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const given = input as Readonly<Record<string, unknown>>
  const left = Object.entries(shape).filter(([name, field]) => {
    const when = given[name] === undefined ? (field as z.ZodType).meta()?.emptyWhen : undefined
    return when && Object.entries(when).every(([other, values]) => values.includes(given[other] as string | number | boolean))
  })
  return left.length === 0 ? input : { ...given, ...Object.fromEntries(left.map(([name]) => [name, ''])) }
}

/** The first thing that a schema found wrong with an input; with the schema, a field left empty is asked for by its label. */
export function toInputError({ issues: [issue] }: z.core.$ZodError, input: unknown, schema?: z.ZodType): AppError {
  const missing = issue && schema && findMissing(issue, input, schema)
  if (missing) return missing
  return new AppError(
    'bad_input',
    issue ? toBadInput(issue, input) : { field: 'input', expected: TYPES['object'], got: typeof input },
  )
}

/** Units a call takes from the caller's allowance. Input that the tool will refuse costs one. */
export function toToolCost({ cost = 1, input: schema }: AnyTool, input: unknown): number {
  if (typeof cost === 'number') return cost
  const parsed = schema.safeParse(input)
  try {
    return parsed.success ? cost(parsed.data) : 1
  } catch (error) {
    if (isAppError(error)) return 1 // the run says the same again
    throw error
  }
}

/** Milliseconds of a run that may never end, where its tool names none. */
const RUNAWAY_LIMIT_MS = 2_000

/**
 * When to end a run that may never end, and with which error; nothing for other runs. A host that runs a tool itself
 * asks this first and then works in a thread that it can end. Throws `bad_input`.
 */
export function findRunLimit(tool: AnyTool, input: unknown): { limitMs: number; error: AppError } | undefined {
  const reason: Text | undefined = tool.runaway?.(parseInput(tool.input, input))
  const limitMs = tool.timeoutMs ?? RUNAWAY_LIMIT_MS
  return reason && { limitMs, error: new AppError('took_too_long', { limit: limitMs, reason }) }
}

/** Runs a tool on checked input; yields each result so far, the last one being the answer. */
export async function* runTool(tool: AnyTool, input: unknown, host: Host): AsyncGenerator<unknown> {
  const result = tool.run(parseInput(tool.input, input), host)
  if (!isStream(result)) {
    yield await result
    return
  }
  for await (const sofar of result) {
    if (host.signal.aborted) throw new AppError('cancelled')
    yield sofar
  }
}

/** Runs a tool to its end and returns the answer. */
export async function answerTool(tool: AnyTool, input: unknown, host: Host): Promise<unknown> {
  let answer: unknown
  for await (const sofar of runTool(tool, input, host)) answer = sofar
  return answer
}

function toBadInput(issue: z.core.$ZodIssue, input: unknown): ErrorDetails {
  // Of fields that there are not the first one is named, not what holds them.
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  const field = path.join('.') || 'input'
  const got = getAt(path, input)
  return { field, expected: toExpectation(issue), got: (issue.code === 'too_big' && toCount(got)) || toShort(got) }
}

function toExpectation(issue: z.core.$ZodIssue): string | Text {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map(String).join(' | ')
    case 'too_small':
      return toBound(issue.inclusive === false ? '>' : '≥', issue.minimum, issue.origin)
    case 'too_big':
      return toBound(issue.inclusive === false ? '<' : '≤', issue.maximum, issue.origin)
    case 'invalid_union':
      return toOneOf(issue.errors.flatMap(([first]) => (first ? [toExpectation(first)] : [])))
    case 'unrecognized_keys':
      return { en: 'no such field', zh: '不存在该字段' }
    case 'invalid_format':
      return FORMATS[issue.format] ?? toFormatWords(issue)
    default:
      return toOwnWords(issue.message)
  }
}

/** Types by the names that schemas give them. */
const TYPES: Readonly<Record<string, Text>> = {
  string: { en: 'string', zh: '文本' },
  number: { en: 'number', zh: '数字' },
  int: { en: 'whole number', zh: '整数' },
  boolean: { en: 'true or false', zh: 'true 或 false' },
  array: { en: 'list', zh: '列表' },
  object: { en: 'object', zh: '对象' },
  record: { en: 'object', zh: '对象' },
}

/** What the alternatives of a union expect, each once. */
function toOneOf(expectations: readonly (string | Text)[]): Text {
  const join = (lang: 'en' | 'zh') =>
    [...new Set(expectations.map((one) => (typeof one === 'string' ? one : one[lang])))].join(' | ')
  return { en: join('en'), zh: join('zh') }
}

/** Formats of strings that the schemas of tools and endpoints name, in place of the words of the library. */
const FORMATS: Readonly<Record<string, Text>> = {
  uuid: { en: 'a UUID', zh: 'UUID' },
  email: { en: 'an email address', zh: '邮箱地址' },
  url: { en: 'a URL', zh: '网址' },
  date: { en: 'a date such as 2026-01-31', zh: '日期，如 2026-01-31' },
  datetime: { en: 'a time such as 2026-01-31T12:00:00Z', zh: '时间，如 2026-01-31T12:00:00Z' },
}

/** A pattern without words of its own is shown as it is. */
function toFormatWords({ message, ...issue }: z.core.$ZodIssueInvalidStringFormat): string | Text {
  const { pattern } = issue
  if (!pattern || !message.startsWith('Invalid ')) return toOwnWords(message)
  return { en: `a text that matches ${pattern}`, zh: `符合 ${pattern} 的文本` }
}

/** Words of a schema, in both languages (`joinText`) or in one for both. */
function toOwnWords(message: string): string | Text {
  const words = splitText(message)
  return words.en === words.zh ? message : words
}

function toBound(sign: string, bound: number | bigint, origin: string): string | Text {
  const words = BOUNDS[sign] ?? { en: sign, zh: sign }
  if (origin === 'string') return { en: `${words.en} ${countOf(bound, 'character')}`, zh: `${words.zh} ${bound} 个字符` }
  if (origin === 'array') return { en: `${words.en} ${countOf(bound, 'item')}`, zh: `${words.zh} ${bound} 项` }
  return `${sign} ${bound}`
}

const BOUNDS: Readonly<Record<string, Text>> = { '≥': { en: 'at least', zh: '至少' }, '≤': { en: 'at most', zh: '至多' } }

/** Of what is too long its length says more than its beginning. */
function toCount(value: unknown): Text | undefined {
  if (typeof value === 'string') return { en: countOf(value.length, 'character'), zh: `${value.length} 个字符` }
  if (Array.isArray(value)) return { en: countOf(value.length, 'item'), zh: `${value.length} 项` }
  return undefined
}

function toShort(value: unknown): string | Text {
  if (value === undefined) return { en: 'nothing', zh: '空值' }
  if (value === '') return { en: 'an empty text', zh: '空文本' }
  if (value instanceof Blob) return { en: 'a file', zh: '文件' }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
