import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from './config.ts'

type Place = { readonly host: string; readonly port: number; readonly setting: 'PORT' | 'METRICS_PORT' }

/**
 * Looks whether a port can be had. Threads share theirs (`SO_REUSEPORT`), and the system lets every other program of the
 * same person share it too: a second Octet would take half of the first one's callers without a word. A port that is
 * asked for alone is refused then. Throws {@link ConfigError}.
 */
export async function refuseTakenPort({ host, port, setting }: Place): Promise<void> {
  if (port === 0) return
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const place = { host, port, setting }
    throw new ConfigError(WORDS[code]?.(place) ?? `${sayUnknown(place)}: ${message}`, { cause })
  }
  server.close()
  await once(server, 'close')
}

const toHostSetting = ({ setting }: Place): string => (setting === 'PORT' ? 'HOST' : 'METRICS_HOST')

function sayUnknown(place: Place): string {
  return `${toHostSetting(place)}: expected an address or a name of this machine, got ${place.host}`
}

const WORDS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `${setting}: expected a port that is free, got ${port}, where another program listens already (on ${host})`,
  EACCES: ({ port, setting }) => `${setting}: expected a port that this user may open, such as one from 1024 on, got ${port}`,
  EADDRNOTAVAIL: (place) => `${toHostSetting(place)}: expected an address of this machine, got ${place.host}`,
  ENOTFOUND: sayUnknown,
}
