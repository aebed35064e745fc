import { AppError } from '@octet/core/errors.ts'
import type { Guard } from '../guard/guard.ts'
import { toUnreachable } from '../unreachable.ts'
import { WHOIS_LIMITS, type WhoisLimits } from './limits.ts'
import { toPlainText } from './plain-text.ts'

export type Port43Answer = { readonly server: string; readonly text: string; readonly ms: number; readonly isCut: boolean }

export type Port43Options = {
  readonly guard: Guard
  readonly port?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly limits?: Pick<WhoisLimits, 'serverMs' | 'idleMs'> | undefined
}

const MAX_BYTES = 65_536

/**
 * Asks one WHOIS server (RFC 3912): a line goes out, text comes until the server closes.
 * What came before a server fell silent or the cap was reached still counts as an answer.
 *
 * @throws {AppError} `refused_target`, `timed_out`, `target_failed`, `unavailable`; `bad_input` for a query with control characters
 */
export async function askPort43(
  server: string,
  query: string,
  { guard, port = 43, signal, limits: { serverMs, idleMs } = WHOIS_LIMITS, timeoutMs = serverMs }: Port43Options,
): Promise<Port43Answer> {
  // a line end would start a second query
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(query) || query.length > 300)
    throw new AppError('bad_input', {
      field: 'WHOIS',
      expected: { en: 'one line', zh: '单行文本' },
      got: JSON.stringify(query.slice(0, 60)),
    })
  const started = performance.now()
  const deadline = started + Math.min(timeoutMs, serverMs)
  const socket = await guard
    .connect({ host: server, port, signal, timeoutMs: Math.min(idleMs, timeoutMs) })
    .catch((error: Error) => {
      throw toUnreachable(error, server)
    })
  const chunks: Buffer[] = []
  let size = 0
  const stop = () => socket.destroy()
  const total = setTimeout(stop, deadline - performance.now())
  signal?.addEventListener('abort', stop, { once: true })
  socket.setTimeout(idleMs, stop)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_BYTES) stop()
  })
  const ended = new Promise<boolean>((resolve) => socket.once('end', () => resolve(true)).once('close', () => resolve(false)))
  socket.write(`${query}\r\n`)
  const isWhole = await ended
  clearTimeout(total)
  signal?.removeEventListener('abort', stop)
  socket.destroy()
  if (signal?.aborted) throw new AppError('cancelled')
  const ms = Math.round(performance.now() - started)
  if (size === 0) throw isWhole || ms < idleMs - 100 ? toEmpty(server) : new AppError('timed_out', { limit: ms, host: server })
  const bytes = Buffer.concat(chunks).subarray(0, MAX_BYTES)
  return { server, text: toPlainText(bytes, { server, query, isCut: !isWhole }), ms, isCut: !isWhole }
}

function toEmpty(server: string): AppError {
  return new AppError('target_failed', {
    reason: { en: `${server} closed the connection without an answer`, zh: `${server} 未应答即关闭连接` },
  })
}
