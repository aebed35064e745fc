import { parseArgs } from 'node:util'
import type { MeasureInput } from '@octet/client/client.ts'
import { isAppError, toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { measurementTypes, taskSchema, type MeasurementType } from '@octet/core/probe/measurement.ts'
import { parseInput } from '@octet/tools/run.ts'
import { refuseSurplus, UsageError } from './command.ts'

const OPTIONS = {
  from: { type: 'string', short: 'F', multiple: true },
  limit: { type: 'string', short: 'L' },
  packets: { type: 'string' },
  protocol: { type: 'string' },
  port: { type: 'string' },
  type: { type: 'string' },
  resolver: { type: 'string' },
  method: { type: 'string' },
  path: { type: 'string' },
  ipv4: { type: 'boolean', short: '4' },
  ipv6: { type: 'boolean', short: '6' },
  json: { type: 'boolean' },
  stream: { type: 'boolean' },
} as const
type Option = keyof typeof OPTIONS
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

/** Options that every kind has. */
const COMMON: readonly Option[] = ['from', 'limit', 'json', 'stream']
/** Options that a kind has beside them. */
const OWN: Readonly<Record<MeasurementType, readonly Option[]>> = {
  ping: ['packets', 'protocol', 'port', 'ipv4', 'ipv6'],
  traceroute: ['protocol', 'port', 'ipv4', 'ipv6'],
  mtr: ['packets', 'protocol', 'port', 'ipv4', 'ipv6'],
  dns: ['type', 'resolver'],
  http: ['method', 'path', 'protocol', 'port'],
  tls: ['port'],
}
/** Fields of the call whose options have other names. */
const OPTION_NAMES: Readonly<Record<string, Option>> = { recordType: 'type' }
const MAX_LIMIT = 500

/** What is asked for: a new measurement, or the one with an id. */
export type MeasureWords = { readonly isJson: boolean; readonly isStream: boolean } & (
  | { readonly input: MeasureInput; readonly id?: undefined }
  | { readonly id: string; readonly input?: undefined }
)

const ID = /^[\da-f]{32}$/

/**
 * Reads `ping example.com from Germany --limit 3`: a kind, targets, and places behind the word `from` or in `--from`; for
 * DNS a resolver as dig takes it, `@192.0.2.53`; or the id of an earlier measurement alone. Throws `UsageError`.
 */
export function readMeasureWords(words: readonly string[]): MeasureWords {
  const { positionals, values } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS })
  const [given, ...rest] = positionals
  const type = measurementTypes.find((one) => one === given)
  const form = { isJson: values.json === true, isStream: values.stream === true }
  if (form.isJson && form.isStream)
    throw new UsageError({ en: 'expected --json or --stream, got both', zh: '--json 与 --stream 只能选择其一' })
  if (given !== undefined && ID.test(given)) {
    const [option] = (Object.keys(values) as Option[]).filter((name) => name !== 'json' && name !== 'stream')
    refuseSurplus(option === undefined ? rest : [`--${option}`])
    return { id: given, ...form }
  }
  if (type === undefined) throw toNoKind(given)
  for (const name of Object.keys(values) as Option[])
    if (!COMMON.includes(name) && !OWN[type].includes(name))
      throw new UsageError({ en: `--${name} does not belong to ${type}`, zh: `${type} 没有选项 --${name}` })
  const at = rest.indexOf('from')
  const [named, place] = at === -1 ? [rest, []] : [rest.slice(0, at), rest.slice(at + 1)]
  if (at !== -1 && place.length === 0) throw new UsageError({ en: 'expected a place behind from', zh: 'from 之后应给出地点' })
  const isResolver = (word: string): boolean => type === 'dns' && word.startsWith('@')
  const resolver = values.resolver ?? named.find(isResolver)?.slice(1)
  const targets = named.filter((word) => !isResolver(word)).map((word) => (type === 'http' ? toUrl(word, values) : word))
  if (targets.length === 0) throw new UsageError({ en: 'expected a host, an address or a URL', zh: '应给出主机名、IP 或 URL' })
  const places = [...(values.from ?? []), ...(place.length > 0 ? [place.join(' ')] : [])]
  const measurementOptions = checkOptions(type, targets[0]!, toOptions(type, values, resolver))
  return {
    input: {
      type,
      targets,
      ...(places.length > 0 && { locations: places.join(', ') }),
      ...(values.limit !== undefined && { limit: toLimit(values.limit) }),
      measurementOptions,
    },
    ...form,
  }
}

function toNoKind(given: string | undefined): UsageError {
  const [en, zh] = [measurementTypes.join(', '), measurementTypes.join('、')]
  return given === undefined
    ? new UsageError({ en: `expected what to measure: ${en}`, zh: `应给出测量类型：${zh}` })
    : new UsageError({ en: `expected one of ${en}, got “${given}”`, zh: `应为 ${zh} 之一，收到“${given}”` })
}

type Options = NonNullable<MeasureInput['measurementOptions']>

function toOptions(type: MeasurementType, values: Values, resolver: string | undefined): Readonly<Record<string, unknown>> {
  const { packets, protocol, port, type: recordType, method, ipv4, ipv6 } = values
  if (ipv4 && ipv6) throw new UsageError({ en: 'expected -4 or -6, got both', zh: '-4 与 -6 只能选择其一' })
  const isUrl = type === 'http' // there the two are part of the target
  return {
    ...(packets !== undefined && { packets: toNumber(packets) }),
    ...(protocol !== undefined && !isUrl && { protocol: protocol.toLowerCase() }),
    ...(port !== undefined && !isUrl && { port: toNumber(port) }),
    ...(recordType !== undefined && { recordType: recordType.toUpperCase() }),
    ...(resolver !== undefined && { resolver }),
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...((ipv4 || ipv6) && { family: ipv4 ? 4 : 6 }),
  }
}

/** A number where it is one; else the schema says what it expected, and what came. */
const toNumber = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

/** The options as the server and the points will check them. */
function checkOptions(type: MeasurementType, target: string, options: Readonly<Record<string, unknown>>): Options {
  try {
    parseInput(taskSchema, { type, target, ...options })
    return options
  } catch (error) {
    throw isAppError(error) ? toUsageError(error) : error
  }
}

function toUsageError(cause: AppError): UsageError {
  const field = String(cause.details['field'])
  const named = { key: cause.key, details: { ...cause.details, field: `--${OPTION_NAMES[field] ?? field}` } }
  return new UsageError({ en: toErrorMessage(named, 'en'), zh: toErrorMessage(named, 'zh') }, { cause })
}

/** The URL of a host, with the path, port and protocol of the options. */
function toUrl(word: string, { path, port, protocol }: Values): string {
  if (path === undefined && port === undefined && protocol === undefined) return word
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(word) ? word : `https://${word}/`
  if (!URL.canParse(text))
    throw new UsageError({ en: `expected a host or a URL, got “${word}”`, zh: `应为主机名或 URL，收到“${word}”` })
  const url = new URL(text)
  if (protocol !== undefined) {
    if (!/^https?$/i.test(protocol))
      throw new UsageError({
        en: `--protocol: expected http or https, got ${protocol}`,
        zh: `--protocol：应为 http 或 https，收到“${protocol}”`,
      })
    url.protocol = protocol
  }
  if (port !== undefined) {
    if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
      throw new UsageError({ en: `--port: expected 1–65535, got ${port}`, zh: `--port：应为 1–65535，收到 ${port}` })
    url.port = port
  }
  return new URL(path ?? '', url).href
}

function toLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new UsageError({ en: `--limit: expected 1–${MAX_LIMIT}, got ${text}`, zh: `--limit：应为 1–${MAX_LIMIT}，收到 ${text}` })
}
