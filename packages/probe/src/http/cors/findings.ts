import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../../check.ts'
import type { Hop } from '../fetch.ts'
import { createReader, findValue, readKept, readNames } from './answer-headers.ts'
import { isTokenByStar } from './judge-preflight.ts'
import { isForbidden, isSafelisted, listUnsafe, type Pairs } from './request-headers.ts'
import type { Trial } from './try-origins.ts'
import { isSent, needsPreflight, toStopWords, type Asked, type Walk } from './walk.ts'

type Found = {
  readonly path: Walk
  readonly asked: Asked
  readonly trials: readonly Trial[]
  /** What the page set and a browser drops. */
  readonly dropped: Pairs
}

/** All that is to be said of the answers, what stops a browser first. */
export function listFindings(found: Found): Check[] {
  const { path, asked } = found
  const { blockers, answer, preflight } = path
  return withOwnIds([
    ...blockers,
    ...checkStop(path),
    ...(path.isCross ? checkPass(found) : []),
    ...checkOrigins(found),
    ...(answer && path.isCross ? [...checkVary(answer, found), ...checkExposed(answer, asked)] : []),
    ...(preflight && needsPreflight(asked)
      ? [...checkToken(preflight, asked), ...(blockers.length > 0 ? [] : checkKept(preflight))]
      : []),
    ...checkOddities(answer ?? preflight),
    ...(answer ? checkStatus(answer) : []),
    ...(path.hasDroppedToken ? [TOKEN_LEFT] : []),
  ])
}

/** What was not sent, which is no fault of the server. */
export const listNotes = ({ path, asked, dropped }: Found): Text[] => [
  ...(path.isCross ? noteUnasked(path, asked) : []),
  ...noteDropped(dropped),
  ...noteWithheld(asked),
]

/** Lists go by the ids. */
function withOwnIds(checks: readonly Check[]): Check[] {
  const counts = new Map<string, number>()
  return checks.map((check) => {
    const count = (counts.get(check.id) ?? 0) + 1
    counts.set(check.id, count)
    return count === 1 ? check : { ...check, id: `${check.id}-${count}` }
  })
}

function checkStop({ stopped, hasMore }: Walk): Check[] {
  if (hasMore)
    return [
      toCheck(
        'redirect',
        'notice',
        'After ten redirects there is another; it was not followed.',
        '跳转十次后仍要跳转，未再跟随。',
      ),
    ]
  if (!stopped) return []
  const { en, zh } = toStopWords(stopped)
  return [toCheck('unasked', 'notice', `Not all could be asked: ${en}`, `未能完成全部请求：${zh}`)]
}

/** What a browser is content with. */
function checkPass({ path, asked }: Found): Check[] {
  const { blockers, answer, preflight } = path
  const blocked = new Set(blockers.map(({ id }) => id))
  const needs = needsPreflight(asked)
  const hasPassed = needs && preflight && ![...blocked].some((id) => /^(preflight|allow)-/.test(id))
  return [
    ...(hasPassed
      ? [toCheck('preflight', 'good', 'The preflight lets the request follow.', '预检通过，浏览器会继续发送请求。')]
      : []),
    ...(needs
      ? []
      : [toCheck('preflight', 'good', 'A browser sends this request without a preflight.', '浏览器直接发送此请求，无需预检。')]),
    ...(answer && blockers.length === 0
      ? [toCheck('origin', 'good', `Pages of ${asked.origin} may read the answer.`, `${asked.origin} 的页面可以读取应答。`)]
      : []),
  ]
}

function noteUnasked({ preflight, blockers }: Walk, asked: Asked): Text[] {
  const { method } = asked
  if (isSent(method)) return []
  const hint = findValue(preflight?.headers ?? [], 'access-control-allow-origin')
  const [en, zh] =
    blockers.length > 0 || needsPreflight(asked)
      ? ['', '']
      : hint === undefined
        ? [
            ' The answer to OPTIONS has no Access-Control-Allow-Origin either, which is a bad sign.',
            'OPTIONS 的应答也没有 Access-Control-Allow-Origin，情况不妙。',
          ]
        : [
            ` The answer to OPTIONS says “Access-Control-Allow-Origin: ${hint.slice(0, 200)}”.`,
            `OPTIONS 的应答为“Access-Control-Allow-Origin: ${hint.slice(0, 200)}”。`,
          ]
  return [
    {
      en: `${method} itself was not sent: this tool changes nothing on servers of others. Its answer needs Access-Control-Allow-Origin just as well.${en}`,
      zh: `${method} 本身没有发送：本工具不会改动他人的服务器。其应答同样需要 Access-Control-Allow-Origin。${zh}`,
    },
  ]
}

const OF_TRIAL = {
  'made-up': {
    en: (origin: string) => `Whatever origin asks is named in the answer, even ${origin}, which nobody has`,
    zh: (origin: string) => `无论哪个来源请求，应答都会照样写入，虚构的 ${origin} 也不例外`,
  },
  null: {
    en: () => 'The origin “null” is accepted, which a page of any site gets by a sandboxed frame',
    zh: () => '接受来源“null”，而任何网站都可借沙盒 iframe 获得此来源',
  },
  http: {
    en: (origin: string) => `${origin} is accepted, too: whoever changes pages without TLS on their way can read the answer`,
    zh: (origin: string) => `同时接受 ${origin}：能在途中篡改未加密页面的人也可读取应答`,
  },
  begins: {
    en: (origin: string) => `${origin} is accepted: only the begin of the origin is compared, and anybody can have such a name`,
    zh: (origin: string) => `接受 ${origin}：只比较了来源的开头，而这样的域名任何人都可拥有`,
  },
  ends: {
    en: (origin: string) => `${origin} is accepted: only the end of the origin is compared, and anybody can have such a name`,
    zh: (origin: string) => `接受 ${origin}：只比较了来源的结尾，而这样的域名任何人都可拥有`,
  },
} as const

/** Whom else the answer is given to. */
function checkOrigins({ path, trials, asked }: Found): Check[] {
  const value = findValue((path.answer ?? path.preflight)?.headers ?? [], 'access-control-allow-origin')
  if (path.isCross && value === '*' && !asked.withCredentials)
    return [
      toCheck(
        'any-origin',
        'good',
        'Pages of every site may read it (*), without cookies: right for what everybody may know.',
        '任何网站的页面都可读取（*），但不携带 Cookie，适合公开的数据。',
      ),
    ]
  const taken = trials.filter(({ isTaken }) => isTaken)
  const checks = taken.map(({ kind, origin, withCredentials }) => {
    const words = OF_TRIAL[kind]
    return withCredentials
      ? toCheck(
          `origin-${kind}`,
          'bad',
          `${words.en(origin)}. With “Access-Control-Allow-Credentials: true” such a page reads it as the visitor who is logged in. Compare the whole origin with a list.`,
          `${words.zh(origin)}。加上“Access-Control-Allow-Credentials: true”，这类页面便能以已登录访客的身份读取。应将完整来源与名单比对。`,
        )
      : toCheck(
          `origin-${kind}`,
          'notice',
          `${words.en(origin)}. Without cookies little comes of it, unless the server stands where only some can reach it.`,
          `${words.zh(origin)}。不携带 Cookie 时影响有限，除非服务器只有部分人能访问。`,
        )
  })
  const isCompared = trials.length > 0 && taken.length === 0
  return isCompared
    ? [
        toCheck(
          'other-origins',
          'good',
          `${trials.length === 1 ? 'Another origin' : `${trials.length} other origins`} that had no business there got no permission.`,
          `换用 ${trials.length} 个无关的来源请求，均未获许可。`,
        ),
      ]
    : checks
}

/** An answer that goes by who asks may not be kept for another (Fetch standard §3.3.5). */
function checkVary({ headers }: Hop, { trials, path }: Found): Check[] {
  if (path.steps.filter(({ kind }) => kind === 'request').length > 1) return [] // others were asked at the first address alone
  const value = findValue(headers, 'access-control-allow-origin')
  const isByOrigin = trials.some(
    ({ kind, step }) => kind === 'made-up' && findValue(toPairs(step.headers), 'access-control-allow-origin') !== value,
  )
  if (value === undefined || value === '*' || !isByOrigin) return []
  const varies = (readNames(headers, 'vary') ?? []).map((name) => name.toLowerCase())
  if (varies.includes('origin') || varies.includes('*'))
    return [
      toCheck('vary', 'good', 'Caches are told that the answer goes by the origin (Vary).', '已告知缓存应答因来源而异（Vary）。'),
    ]
  if (/\bno-store\b/i.test(findValue(headers, 'cache-control') ?? '')) return []
  return [
    toCheck(
      'vary',
      'notice',
      'The answer goes by the origin, but Vary does not say so: a cache, that of the browser too, may hand out what was meant for another origin, and the page is blocked now and then. Add “Vary: Origin”, also to answers without CORS headers.',
      '应答因来源而异，但 Vary 没有写明：缓存（包括浏览器缓存）可能把给另一来源的应答交出，页面便会时好时坏。请加上“Vary: Origin”，没有 CORS 标头的应答也要加。',
    ),
  ]
}

const toPairs = (headers: readonly { name: string; value: string }[]) => headers.map(({ name, value }) => [name, value] as const)

/** What scripts often want to read. */
const WANTED =
  /^(etag|link|location|retry-after|content-disposition|content-range|digest|x-(?!content-type|frame|xss|powered|dns|download|permitted|robots|cache|served|timer|amz-cf|aspnet)[\w-]+|ratelimit[\w-]*|server-timing)$/i

function checkExposed({ headers }: Hop, { withCredentials }: Asked): Check[] {
  const names = readNames(headers, 'access-control-expose-headers')
  const isRead = createReader(headers, withCredentials)
  const hidden = [...new Set(headers.map(([name]) => name.toLowerCase()))].filter((name) => WANTED.test(name) && !isRead(name))
  const shown = hidden.slice(0, 8).join(', ')
  return [
    ...(names === null
      ? [
          toCheck(
            'expose-list',
            'notice',
            'Access-Control-Expose-Headers is no list of names, so that it counts for nothing.',
            'Access-Control-Expose-Headers 不是有效的名称列表，因此不起作用。',
          ),
        ]
      : []),
    ...(withCredentials && names?.includes('*')
      ? [
          toCheck(
            'expose-star',
            'notice',
            'Access-Control-Expose-Headers: * counts for nothing with credentials. Name the headers.',
            '携带凭据时 Access-Control-Expose-Headers: * 不起作用，请逐一写明。',
          ),
        ]
      : []),
    ...(hidden.length > 0
      ? [
          toCheck(
            'hidden-headers',
            'notice',
            `The page cannot read ${shown}. If it wants to: “Access-Control-Expose-Headers: ${shown}”.`,
            `页面读不到 ${shown}。如有需要：“Access-Control-Expose-Headers: ${shown}”。`,
          ),
        ]
      : []),
  ]
}

function checkToken({ headers }: Hop, asked: Asked): Check[] {
  if (asked.withCredentials || !isTokenByStar(headers, listUnsafe(asked.headers))) return []
  return [
    toCheck(
      'star-authorization',
      'notice',
      'By the standard the * of Access-Control-Allow-Headers does not cover Authorization. Chrome, Firefox and WebKit still let it pass, but need not. Add “Authorization” by name.',
      '按标准，Access-Control-Allow-Headers 中的 * 不包括 Authorization。Chrome、Firefox 与 WebKit 目前仍放行，但随时可能改为拦截。请写明“Authorization”。',
    ),
  ]
}

const TOKEN_LEFT = toCheck(
  'redirect-authorization',
  'notice',
  'A redirect leads to another origin, where browsers leave Authorization behind: the answer there is one without a login. Firefox and WebKit all the same send a preflight for it there, and block the page where that fails.',
  '重定向到了另一来源，浏览器不会带上 Authorization，得到的是未登录时的应答。Firefox 与 WebKit 仍会在那里为它发送预检，预检失败便拦截。',
)

function checkKept({ headers }: Hop): Check[] {
  const { written, kept } = readKept(headers)
  if (written === undefined)
    return [
      toCheck(
        'max-age',
        'notice',
        'Without Access-Control-Max-Age browsers ask again after 5 s, which costs a round trip each time. Add “Access-Control-Max-Age: 7200”.',
        '没有 Access-Control-Max-Age，浏览器 5 秒后就要重新预检，每次多一个往返。可加“Access-Control-Max-Age: 7200”。',
      ),
    ]
  if (!/^\d+$/.test(written))
    return [
      toCheck(
        'max-age',
        'notice',
        `Access-Control-Max-Age is “${written.slice(0, 60)}”, no number of seconds: 5 s count.`,
        `Access-Control-Max-Age 为“${written.slice(0, 60)}”，不是秒数，按 5 秒计。`,
      ),
    ]
  return [
    toCheck(
      'max-age',
      'good',
      `What the preflight said is kept: Chrome ${kept.chrome} s, Firefox ${kept.firefox} s, Safari ${kept.safari} s.`,
      `预检结果会被缓存：Chrome ${kept.chrome} 秒，Firefox ${kept.firefox} 秒，Safari ${kept.safari} 秒。`,
    ),
  ]
}

function checkOddities(hop: Hop | undefined): Check[] {
  const headers = hop?.headers ?? []
  const value = (name: string) => findValue(headers, name)
  const [origin, credentials] = [value('access-control-allow-origin'), value('access-control-allow-credentials')]
  const corp = value('cross-origin-resource-policy')?.toLowerCase()
  return [
    ...(origin === '*' && credentials === 'true'
      ? [
          toCheck(
            'star-credentials',
            'notice',
            'Access-Control-Allow-Credentials: true beside * never holds: requests with credentials need the origin by name. Leave out one of them.',
            'Access-Control-Allow-Credentials: true 与 * 同时出现时不起作用：携带凭据须写明来源。请去掉其中之一。',
          ),
        ]
      : []),
    ...(credentials !== undefined && credentials !== 'true'
      ? [
          toCheck(
            'credentials-word',
            'notice',
            `Access-Control-Allow-Credentials: ${credentials.slice(0, 60)} says nothing: only “true”, in small letters, counts. Leave it out where cookies are not meant.`,
            `Access-Control-Allow-Credentials: ${credentials.slice(0, 60)} 没有作用：只有小写的“true”有效，不需要 Cookie 时应去掉。`,
          ),
        ]
      : []),
    ...(value('access-control-allow-private-network') !== undefined
      ? [
          toCheck(
            'private-network',
            'notice',
            'Access-Control-Allow-Private-Network is of a trial that browsers have ended: Chrome now asks the visitor before a public page may reach a private network.',
            'Access-Control-Allow-Private-Network 属于已停止的浏览器试验：如今公网页面访问内网前，Chrome 会先询问访客。',
          ),
        ]
      : []),
    ...(corp === 'same-origin' || corp === 'same-site'
      ? [
          toCheck(
            'resource-policy',
            'notice',
            `Cross-Origin-Resource-Policy: ${corp} keeps the answer from <img>, <script> and fetch with mode no-cors of ${corp === 'same-site' ? 'other sites' : 'other origins'}; what is asked with CORS does not go by it.`,
            `Cross-Origin-Resource-Policy: ${corp} 会阻止${corp === 'same-site' ? '其他站点' : '其他来源'}以 <img>、<script> 或 no-cors 模式加载；以 CORS 方式请求不受影响。`,
          ),
        ]
      : []),
  ]
}

function checkStatus({ status }: Hop): Check[] {
  if (status < 400) return []
  return [
    toCheck(
      'status',
      'notice',
      `The answer is an error (${status}); asked otherwise, such as with a login, the headers may be others.`,
      `应答为错误（${status}）；换一种请求方式（例如登录后），标头可能不同。`,
    ),
  ]
}

function noteDropped(dropped: Pairs): Text[] {
  if (dropped.length === 0) return []
  const names = dropped.map(([name]) => name).join(', ')
  return [
    {
      en: `No script may set ${names}; browsers drop that, and it was left out here.`,
      zh: `脚本不能设置 ${names}，浏览器会忽略，此处也已略去。`,
    },
  ]
}

/** Only what every site may send unasked goes along. */
function noteWithheld({ headers, method }: Asked): Text[] {
  const names = headers.filter((pair) => !isSafelisted(pair)).map(([name]) => name)
  if (!isSent(method) || names.length === 0) return []
  const shown = names.join(', ').slice(0, 300)
  return [
    {
      en: `The request was sent without ${shown}, which this tool asks about but never sends; where the server wants it, the answer may be another.`,
      zh: `正式请求没有带上 ${shown}：本工具只询问是否允许，从不发送；若服务器需要它，应答可能不同。`,
    },
  ]
}

/** Why a browser asks before it sends. */
export function toPreflightWords({ method, headers }: Asked) {
  const names = listUnsafe(headers).join(', ').slice(0, 300)
  const isOther = !isSent(method) && method !== 'POST'
  return {
    en: `A browser asks before it sends ${[isOther ? method : '', names].filter(Boolean).join(' with ')}: only GET, HEAD and POST with what forms could send, too, go unasked.`,
    zh: `浏览器在发送 ${[isOther ? method : '', names].filter(Boolean).join(' 与 ')} 之前会先询问：只有表单本来就能发出的 GET、HEAD、POST 才会直接发送。`,
  }
}

export const dropForbidden = (headers: Pairs): { headers: Pairs; dropped: Pairs } => ({
  headers: headers.filter((pair) => !isForbidden(pair)),
  dropped: headers.filter(isForbidden),
})
