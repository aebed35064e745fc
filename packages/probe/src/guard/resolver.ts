import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** Asks for all addresses of a name, IPv4 and IPv6 mixed; empty when it has none. */
export type ResolveName = (name: string, limits: { signal: AbortSignal; timeoutMs: number }) => Promise<string[]>

/** The part of its time that a question may take longer than the other one, which has found addresses. */
const LATER = 1 / 3

/**
 * Asks these servers (`address` or `address:port`, IPv6 in brackets when there is a port; the machine's own when the
 * list is empty), without blocking a thread as `getaddrinfo` does.
 */
export function createResolver(servers: readonly string[]): ResolveName {
  return (name, limits) => resolveWith(servers, name, limits)
}

async function resolveWith(
  servers: readonly string[],
  name: string,
  { signal, timeoutMs }: Parameters<ResolveName>[1],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: Math.max(500, Math.floor(timeoutMs / 2)), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const stop = () => resolver.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const asked = [resolver.resolve4(name), resolver.resolve6(name)]
    const answers = await settleTogether(asked, timeoutMs * LATER, stop)
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) for (const answer of answers) if (answer.status === 'rejected') throwUnlessAbsent(answer.reason)
    return addresses
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Some name servers never answer for one of the families: once one question has succeeded, the other has only so long. */
async function settleTogether<T>(
  asked: readonly Promise<T>[],
  laterMs: number,
  stop: () => void,
): Promise<PromiseSettledResult<T>[]> {
  const settled = Promise.allSettled(asked)
  await Promise.any(asked).catch(() => undefined)
  const isOver = new AbortController()
  const late = sleep(laterMs, undefined, { signal: isOver.signal }).then(stop, () => undefined)
  await Promise.race([settled, late])
  isOver.abort()
  return settled
}

const NO_RESOLVER: Text = { en: 'our resolver cannot be reached', zh: '无法连接本站解析器' }
/** Codes of c-ares that are answers of a server, by the names that DNS has for them. */
const RCODES: Readonly<Record<string, string>> = {
  EFORMERR: 'FORMERR',
  ESERVFAIL: 'SERVFAIL',
  ENOTIMP: 'NOTIMP',
  EREFUSED: 'REFUSED',
}

function throwUnlessAbsent(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'ENODATA') return
  if (code === 'ECONNREFUSED') throw new AppError('unavailable', { reason: NO_RESOLVER }, { cause: error }) // c-ares, of all servers
  const said = RCODES[code] ?? code
  const reason = { en: `our resolver answered ${said || 'with an error'}`, zh: `本站解析器返回 ${said || '错误'}` }
  throw new AppError('target_failed', { reason }, { cause: error })
}
