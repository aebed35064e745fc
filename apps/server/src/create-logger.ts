import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** A logger that writes JSON lines and leaves credentials out. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const paths = SECRET_HEADERS.flatMap((name) => ['headers', '*.headers'].map((place) => `${place}["${name}"]`))
  return pino({ level: logLevel, redact: { paths, censor: '[hidden]' }, serializers: { err: describeError } }, destination)
}

const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'token', 'x-api-key', 'x-proof'] as const

/** What an error may tell beside its words, as text or number. */
const SHOWN = [
  'code',
  'errno',
  'syscall',
  'path',
  'hostname',
  'address',
  'port',
  'severity',
  'hint',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'command',
  'response',
  'responseCode',
] as const

/**
 * An error by its kind, words and place. Libraries hang on it what they had at hand, which may be a secret: ioredis the
 * command that was refused, and so the password; pg the whole connection, or the row with what stood in it.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const told = error as unknown as Readonly<Record<string, unknown>>
  const shown = SHOWN.filter((name) => ['string', 'number'].includes(typeof told[name])).map((name) => [name, told[name]])
  const errors = error instanceof AggregateError && { errors: error.errors.map(describeError) }
  return { type, message, stack, ...Object.fromEntries(shown), ...errors }
}
