import { toCheck, type Check } from '../../check.ts'
import type { Hop } from '../fetch.ts'
import { isRedirect } from '../url.ts'
import { readNames } from './answer-headers.ts'
import { judgeOrigin, type Asker } from './judge-origin.ts'

export type Wanted = Asker & {
  readonly method: string
  /** In small letters. */
  readonly names: readonly string[]
}

/** What every site may ask with unasked (CORS-safelisted method). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
const METHODS = 'access-control-allow-methods'
const HEADERS = 'access-control-allow-headers'

/** All that keeps a browser from sending a request after its preflight, the first being what it would say. */
export function judgePreflight(hop: Pick<Hop, 'headers' | 'status'>, wanted: Wanted): Check[] {
  const { status, headers } = hop
  const origin = judgeOrigin(hop, wanted)
  if (origin && status >= 200 && status < 300) return [origin, ...judgeLists(headers, wanted)]
  const failed = status >= 200 && status < 300 ? undefined : toStatusProblem(status)
  return [...(failed ? [failed] : []), ...(origin ? [origin] : []), ...judgeLists(headers, wanted)]
}

function toStatusProblem(status: number): Check {
  if (isRedirect(status))
    return toCheck(
      'preflight-status',
      'bad',
      `The preflight is answered with a redirect (${status}), which is not followed there. Ask the address that it leads to, and answer OPTIONS before anything that redirects (to https, to “/” at the end, to a login).`,
      `预检返回重定向（${status}），而预检不允许重定向。请直接请求最终地址，并在各种跳转（到 https、补全末尾“/”、登录）之前处理 OPTIONS。`,
    )
  const [en, zh] =
    status === 401 || status === 403
      ? [
          'A preflight carries no cookies and no Authorization: let OPTIONS pass before the login is looked at.',
          '预检不携带 Cookie 与 Authorization，应在身份验证之前放行 OPTIONS。',
        ]
      : status === 404 || status === 405 || status === 501
        ? [
            'The server has no answer for OPTIONS at this address: add one, usually 204.',
            '服务器未在此地址处理 OPTIONS，请添加，通常返回 204。',
          ]
        : ['Answer OPTIONS with 204 or 200.', '应以 204 或 200 应答 OPTIONS。']
  return toCheck(
    'preflight-status',
    'bad',
    `The preflight is answered with ${status}; only 200–299 lets the request follow. ${en}`,
    `预检返回 ${status}，只有 200–299 才会继续发送请求。${zh}`,
  )
}

function judgeLists(headers: Hop['headers'], wanted: Wanted): Check[] {
  const [methods, names] = [readNames(headers, METHODS), readNames(headers, HEADERS)]
  return [
    ...(methods === null ? [toBroken('allow-methods', 'Access-Control-Allow-Methods')] : judgeMethod(methods, wanted)),
    ...(names === null ? [toBroken('allow-headers', 'Access-Control-Allow-Headers')] : judgeNames(names ?? [], wanted)),
  ]
}

const toBroken = (id: string, name: string): Check =>
  toCheck(
    id,
    'bad',
    `${name} is no list of names with commas between, so that the preflight fails as a whole.`,
    `${name} 不是以逗号分隔的名称列表，整个预检因此失败。`,
  )

function judgeMethod(methods: readonly string[] | undefined, { method, withCredentials }: Wanted): Check[] {
  if (SAFE_METHODS.has(method) || methods?.includes(method)) return []
  const hasStar = methods?.includes('*') ?? false
  if (hasStar && !withCredentials) return []
  const shown = methods?.join(', ').slice(0, 200) ?? ''
  const [en, zh] = hasStar
    ? ['is *, which does not hold for requests with credentials', '为 *，携带凭据时无效']
    : methods === undefined
      ? ['is missing', '缺失']
      : methods.some((one) => one.toUpperCase() === method)
        ? [
            `names it in other letters (${shown}), and methods are compared letter by letter`,
            `中的大小写不同（${shown}），而方法区分大小写`,
          ]
        : [`does not name it (${shown})`, `中没有它（${shown}）`]
  return [
    toCheck(
      'allow-methods',
      'bad',
      `${method} is not allowed: Access-Control-Allow-Methods ${en}. Add “${method}” there.`,
      `不允许 ${method}：Access-Control-Allow-Methods ${zh}。请在其中加入“${method}”。`,
    ),
  ]
}

function judgeNames(allowed: readonly string[], { names, withCredentials }: Wanted): Check[] {
  const listed = new Set(allowed.map((name) => name.toLowerCase()))
  const hasStar = listed.has('*')
  const missing = names.filter((name) => !listed.has(name) && (!hasStar || withCredentials))
  if (missing.length === 0) return []
  const shown = missing.join(', ').slice(0, 300)
  const [en, zh] = hasStar
    ? [' The * that stands there does not hold for requests with credentials.', '其中的 * 在携带凭据时无效。']
    : ['', '']
  return [
    toCheck(
      'allow-headers',
      'bad',
      `Access-Control-Allow-Headers does not name ${shown}.${en} Add ${missing.length > 1 ? 'them' : 'it'} by name.`,
      `Access-Control-Allow-Headers 中没有 ${shown}。${zh}请按名称逐一列出。`,
    ),
  ]
}

/** A star stands for no Authorization (CORS non-wildcard request-header name), which browsers pass over so far. */
export function isTokenByStar(headers: Hop['headers'], names: readonly string[]): boolean {
  const listed = (readNames(headers, HEADERS) ?? []).map((name) => name.toLowerCase())
  return names.includes('authorization') && listed.includes('*') && !listed.includes('authorization')
}
