import type { Text } from '@octet/core/text.ts'
import { isPlainProxy } from './proxy.ts'
import { isAscii } from './quote.ts'
import { findHeader, type HttpRequest } from './request.ts'

/** What a program cannot be told, in words. */
export const NOTES = {
  output: ({ output }: HttpRequest): Text => ({
    en: `the answer is printed, not kept in a file${output && ` (${output})`}`,
    zh: `答复直接输出，不保存为文件${output && `（${output}）`}`,
  }),
  insecure: (): Text => ({ en: 'certificates are checked: -k is left out', zh: '会校验证书：未转换 -k' }),
  proxy: ({ proxy }: Pick<HttpRequest, 'proxy'>): Text => ({ en: `the proxy ${proxy} is left out`, zh: `未转换代理 ${proxy}` }),
  timeout: (): Text => ({ en: 'the time limit is left out', zh: '未转换时限' }),
  compressed: (): Text => ({ en: 'no compressed answer is requested', zh: '不请求压缩的答复' }),
  follow: (): Text => ({ en: 'redirects are not followed', zh: '不跟随重定向' }),
  trusted: (): Text => ({
    en: 'name and password are not sent on to other hosts: --location-trusted is left out',
    zh: '不向其他主机转发用户名与密码：未转换 --location-trusted',
  }),
  spread: (): Text => ({
    en: 'this client may send Authorization on to other hosts that it is redirected to, which curl does not',
    zh: '此客户端重定向到其他主机时可能仍发送 Authorization，curl 则不会',
  }),
  proxyUser: (): Text => ({ en: 'name and password of the proxy are left out', zh: '未转换代理的用户名与密码' }),
  capitals: (): Text => ({ en: 'this client writes the method in capitals', zh: '此客户端会将方法名改为大写' }),
  getBody: (): Text => ({
    en: 'fetch sends no body with GET or HEAD; it is left out',
    zh: 'fetch 的 GET、HEAD 不带请求体，已略去',
  }),
  noForm: (): Text => ({
    en: 'a form with files cannot be sent this way; it is left out',
    zh: '无法以此方式发送含文件的表单，已略去',
  }),
  nul: (): Text => ({ en: 'the body holds a NUL, which no command line can carry', zh: '请求体含 NUL 字符，命令行无法传递' }),
  ascii: (name: string): Text => ({
    en: `the header ${name} is not ASCII, which this client refuses or damages`,
    zh: `请求头 ${name} 含非 ASCII 字符，此客户端会拒绝或损坏`,
  }),
} as const

/** Notes for those options that a program has no words for, where the request uses them. */
export function noteMissing(
  request: HttpRequest,
  missing: readonly ('output' | 'insecure' | 'proxy' | 'timeout' | 'compressed' | 'trusted')[],
): Text[] {
  const used = {
    output: request.output !== undefined,
    insecure: request.isInsecure,
    proxy: request.proxy,
    timeout: request.timeoutMs,
    compressed: request.isCompressed,
    trusted: request.isFollowing && request.isTrusting,
  }
  return missing.filter((name) => used[name]).map((name) => NOTES[name](request))
}

export const noteForeignHeaders = ({ headers }: HttpRequest): Text[] =>
  headers.filter(({ value }) => !isAscii(value)).map(({ name }) => NOTES.ascii(name))

/** For clients that send all headers wherever they are redirected to. */
export const noteSpread = ({ headers, isFollowing, isTrusting }: HttpRequest): Text[] =>
  isFollowing && !isTrusting && findHeader(headers, 'authorization') !== undefined ? [NOTES.spread()] : []

/** For clients that reach proxies by plain HTTP alone. */
export const noteOtherProxy = (request: HttpRequest): Text[] =>
  request.proxy && !isPlainProxy(request.proxy) ? [NOTES.proxy(request)] : []

/** For clients that do not read a name and password in the address of a proxy. */
export const noteProxyUser = ({ proxy = '' }: HttpRequest): Text[] => (/^[^/]*\/\/[^/]*@/.test(proxy) ? [NOTES.proxyUser()] : [])

/** For clients that know methods in capitals alone. */
export const noteCapitals = ({ method }: HttpRequest): Text[] => (method === method.toUpperCase() ? [] : [NOTES.capitals()])

/** Bodies that no argument of a program can hold. */
export const noteNul = ({ body }: HttpRequest): Text[] => (body?.kind === 'text' && body.text.includes('\0') ? [NOTES.nul()] : [])

/** Fields of a form that have a type and are no files, for clients that say a type of files alone. */
export function noteTypedFields({ body }: HttpRequest): Text[] {
  const parts = body?.kind === 'form' ? body.parts : []
  const names = parts.filter(({ type, fileName }) => type && fileName === undefined).map(({ name }) => name)
  if (names.length === 0) return []
  return [
    {
      en: `the type of fields that are not files is left out: ${names.join(', ')}`,
      zh: `未转换非文件字段的类型：${names.join('、')}`,
    },
  ]
}
