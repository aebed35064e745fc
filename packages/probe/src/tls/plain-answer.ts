import type { Socket } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import { toBanner } from '../ports/banner.ts'
import { Talk } from '../tcp/talk.ts'
import type { Hands } from './hands.ts'

/** Services that begin themselves do so within this time; the others are asked. */
const GREETING_MS = 500
const ANSWER_MS = 1500
const MAX_WORDS = 80
/** First bytes of an alert, the answer of TLS to what is none (RFC 8446 §5.1). */
const ALERT = String.fromCharCode(21, 3)
/** Web servers that expect TLS tell a plain request so, in plain. */
const WANTS_TLS = /^HTTP\/1\.[01] 400\b.*https/is

type Asked = { readonly host: string; readonly port: number; readonly label: string }

/**
 * What a port speaks where no handshake came about: plain HTTP, or a greeting in plain text. Undefined where it says nothing
 * that can be read, or may speak TLS all the same.
 */
export async function findPlainAnswer(openPlain: Hands['openPlain'], asked: Asked): Promise<AppError | undefined> {
  const socket = await openPlain().catch(() => undefined)
  if (!socket) return undefined
  socket.on('error', () => {}) // told by what does not come
  try {
    const greeting = await hear(socket, GREETING_MS)
    if (greeting) return toError(asked, greeting)
    socket.write(
      `HEAD / HTTP/1.0\r\nHost: ${asked.host.includes(':') ? `[${asked.host}]` : asked.host}\r\nUser-Agent: Octet\r\n\r\n`,
    )
    const answer = await hear(socket, ANSWER_MS)
    return answer ? toError(asked, answer) : undefined
  } finally {
    socket.destroy()
  }
}

/** The first bytes that come within a time, one letter for each; `''` for silence. */
async function hear(socket: Socket, timeoutMs: number): Promise<string> {
  const talk = new Talk(socket, timeoutMs)
  try {
    return await talk.readBytes((bytes) => bytes.length > 0)
  } catch {
    return '' // the time is up
  } finally {
    talk.end()
  }
}

function toError({ port, label }: Asked, said: string): AppError | undefined {
  if (said.startsWith(ALERT) || WANTS_TLS.test(said)) return undefined
  if (/^HTTP\/\d/.test(said)) {
    const hint = port === 443 ? { en: '', zh: '' } : { en: '; HTTPS is usually on port 443', zh: '；HTTPS 通常在 443 端口' }
    const reason = { en: `${label} speaks plain HTTP, not TLS${hint.en}`, zh: `${label} 使用明文 HTTP，而非 TLS${hint.zh}` }
    return new AppError('target_failed', { reason })
  }
  const words = toBanner(Buffer.from(said, 'latin1')).slice(0, MAX_WORDS)
  if (!/^[\p{L}\p{N}*+<-]/u.test(words) || words.includes('\uFFFD')) return undefined
  const reason = {
    en: `${label} begins in plain text, not with TLS: “${words}”. For STARTTLS choose the service`,
    zh: `${label} 以明文开始，而非 TLS：“${words}”。如需 STARTTLS，请选择对应服务`,
  }
  return new AppError('target_failed', { reason })
}
