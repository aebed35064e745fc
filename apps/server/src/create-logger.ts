import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** A logger that writes JSON lines and leaves credentials out. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const paths = SECRET_HEADERS.flatMap((name) => ['headers', '*.headers'].map((place) => `${place}["${name}"]`))
  return pino({ level: logLevel, redact: { paths, censor: '[hidden]' } }, destination)
}

const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'token', 'x-api-key', 'x-proof'] as const
