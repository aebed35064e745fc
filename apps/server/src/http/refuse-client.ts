import type { Socket } from 'node:net'
import { toFailure } from '@octet/core/envelope.ts'
import { AppError, ERRORS, type ErrorKey } from '@octet/core/errors.ts'
import { http } from '@octet/core/node-http.ts'

/** What Node's parser and its clocks say of a request; anything else is no HTTP. */
const KEYS: Readonly<Record<string, ErrorKey>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'head_too_large',
}

/** Answers a request that never became one, in the envelope of every answer (SPEC §3), and ends its connection. */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const key = KEYS[error.code ?? ''] ?? 'bad_request'
  const { status } = ERRORS[key]
  const body = JSON.stringify(toFailure(new AppError(key), 'en'))
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
