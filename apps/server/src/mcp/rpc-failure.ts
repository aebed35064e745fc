import { toFailure } from '@octet/core/envelope.ts'
import type { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'

/** JSON-RPC 2.0 §5.1: a text that is no JSON, and the first of the codes that are left to servers. */
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/** An error that came before a message was understood, in the form of JSON-RPC; `data` is what other calls answer. */
export function toRpcFailure(error: AppError, lang: Lang): object {
  const { msg, data } = toFailure(error, lang)
  const code = error.key === 'bad_body' ? PARSE_ERROR : SERVER_ERROR
  return { jsonrpc: '2.0', id: null, error: { code, message: msg, data } }
}
