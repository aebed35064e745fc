import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

type Words = (who: string, detail: string) => string
type Fault = { readonly code: RegExp; readonly en: Words; readonly zh: Words }

/** What goes wrong between HTTP's own parsers and a server, by the codes of Node and undici. */
const FAULTS: readonly Fault[] = [
  {
    code: /^(ERR_HTTP2_STREAM_ERROR|UND_ERR_INFO)$/,
    en: (who, detail) => `${who} broke the HTTP/2 stream off without an answer${detail && ` (${detail})`}`,
    zh: (who, detail) => `${who} 未应答即中断 HTTP/2 流${detail && `（${detail}）`}`,
  },
  {
    code: /^ERR_HTTP2_SESSION_ERROR$/,
    en: (who, detail) => `${who} ended the HTTP/2 connection with an error${detail && ` (${detail})`}`,
    zh: (who, detail) => `${who} 报错并结束 HTTP/2 连接${detail && `（${detail}）`}`,
  },
  {
    code: /^ERR_HTTP2_/,
    en: (who) => `${who} agreed on HTTP/2, but what it sent is not HTTP/2`,
    zh: (who) => `${who} 协商了 HTTP/2，返回的内容却不符合 HTTP/2`,
  },
  {
    code: /^UND_ERR_SOCKET$/,
    en: (who) => `${who} closed the connection before the answer was complete`,
    zh: (who) => `${who} 未发送完应答即关闭连接`,
  },
  {
    code: /^UND_ERR_HEADERS_OVERFLOW$/,
    en: (who) => `${who} sent more headers than the 16 KB we read`,
    zh: (who) => `${who} 返回的响应头超过本站读取的上限 16 KB`,
  },
  {
    code: /NO_APPLICATION_PROTOCOL$/,
    en: (who) => `${who} offers neither HTTP/2 nor HTTP/1.1 (ALPN)`,
    zh: (who) => `${who} 既不支持 HTTP/2 也不支持 HTTP/1.1（ALPN）`,
  },
  {
    code: /^(HTTPParserError|HPE_.*|UND_ERR_.*|ERR_ASSERTION)$/,
    en: (who) => `${who} gave no valid HTTP answer`,
    zh: (who) => `${who} 未返回有效的 HTTP 应答`,
  },
]

/** Error codes of HTTP/2 by number (RFC 9113 §7); the first stands for no error. */
const H2_CODES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]

/** A fault of HTTP as words for a visitor, in place of a code; what is none is given back. */
export function toHttpsFault(error: unknown, who: Text): unknown {
  if (!(error instanceof Error) || error.name === 'AppError') return error
  const code = error.name === 'HTTPParserError' ? error.name : 'code' in error ? String(error.code) : ''
  const fault = FAULTS.find((one) => one.code.test(code))
  if (!fault) return error
  const detail = findH2Code(error.message)
  return new AppError(
    'target_failed',
    { reason: { en: fault.en(who.en, detail), zh: fault.zh(who.zh, detail) } },
    { cause: error },
  )
}

/** `Stream closed with error code NGHTTP2_REFUSED_STREAM` → `REFUSED_STREAM`; sessions tell the number. */
function findH2Code(message: string): string {
  const [, name, number] = /with error code (?:NGHTTP2_(\w+)|(\d+))$/.exec(message) ?? []
  return name ?? (number === undefined ? '' : (H2_CODES[Number(number)] ?? number))
}
