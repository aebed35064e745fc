import { toCheck, type Check } from '../../check.ts'
import type { Hop } from '../fetch.ts'
import { findValue, listValues } from './answer-headers.ts'

export type Asker = {
  /** The `Origin` that was sent. */
  readonly sent: string
  readonly withCredentials: boolean
}

const ALLOW = 'access-control-allow-origin'
const CREDENTIALS = 'access-control-allow-credentials'

/** What keeps a browser from handing an answer to a page; nothing where it may (Fetch standard, CORS check). */
export function judgeOrigin({ headers, status }: Pick<Hop, 'headers' | 'status'>, asker: Asker): Check | undefined {
  const { sent, withCredentials } = asker
  const value = findValue(headers, ALLOW)
  if (value === undefined) return refuseMissing(status, sent)
  if (value === '*') return withCredentials ? refuseStar(sent) : undefined
  if (value !== sent) return refuseOther(listValues(headers, ALLOW), sent)
  return withCredentials ? judgeCredentials(findValue(headers, CREDENTIALS)) : undefined
}

function refuseMissing(status: number, sent: string): Check {
  const [en, zh] =
    status >= 400
      ? [
          ` The answer is an error (${status}); many servers set the header only where all went well, as nginx does without “always”.`,
          `该应答为错误（${status}），许多服务器只在成功时添加此标头，nginx 不写 always 时即是如此。`,
        ]
      : ['', '']
  return toCheck(
    'allow-origin',
    'bad',
    `There is no Access-Control-Allow-Origin. Answer with “Access-Control-Allow-Origin: ${sent}”.${en}`,
    `缺少 Access-Control-Allow-Origin，应返回“Access-Control-Allow-Origin: ${sent}”。${zh}`,
  )
}

const refuseStar = (sent: string): Check =>
  toCheck(
    'allow-origin',
    'bad',
    `Access-Control-Allow-Origin: * does not hold for requests with credentials. Name the origin: “${sent}”, with “Vary: Origin” beside it.`,
    `携带凭据时 Access-Control-Allow-Origin: * 无效，须写明来源“${sent}”，并加上“Vary: Origin”。`,
  )

function refuseOther(lines: readonly string[], sent: string): Check {
  const shown = lines.join(', ').slice(0, 300)
  const refuse = (en: string, zh: string) => toCheck('allow-origin', 'bad', en, zh)
  if (lines.length > 1)
    return refuse(
      `Access-Control-Allow-Origin comes ${lines.length} times (${shown}), which no browser takes. Often an application and a proxy in front of it both add it: leave it to one of them.`,
      `Access-Control-Allow-Origin 出现了 ${lines.length} 次（${shown}），浏览器一律拒绝。常见原因是应用与前面的代理都加了此标头，只保留一处即可。`,
    )
  const [value = ''] = lines
  if (value === '')
    return refuse(
      `Access-Control-Allow-Origin is empty. Answer with “${sent}”.`,
      `Access-Control-Allow-Origin 为空，应返回“${sent}”。`,
    )
  if (/[\s,]/.test(value))
    return refuse(
      `Access-Control-Allow-Origin holds a list (${shown}), but only one origin may stand there. Compare the request's Origin with your list and answer with that one.`,
      `Access-Control-Allow-Origin 中写了多个来源（${shown}），但只能有一个。应将请求的 Origin 与名单比对，只返回相符的那一个。`,
    )
  if (sent === 'null')
    return refuse(
      `Access-Control-Allow-Origin is “${shown}”, but the page has no origin that could be named (Origin: null). Ask from a page of a site, and without a redirect between sites.`,
      `Access-Control-Allow-Origin 为“${shown}”，而页面没有可写明的来源（Origin: null）。请从正常站点的页面发起，且不要跨站重定向。`,
    )
  if (value.includes('*'))
    return refuse(
      `Access-Control-Allow-Origin is “${shown}”: a star stands for all or for nothing, never for part of a name. Answer with “${sent}”.`,
      `Access-Control-Allow-Origin 为“${shown}”：星号只能单独使用，不能代替名称的一部分。应返回“${sent}”。`,
    )
  const { en, zh } = toDifference(value, sent)
  return refuse(
    `Access-Control-Allow-Origin is “${shown}”, not “${sent}”${en}. Both have to be the same, letter by letter.`,
    `Access-Control-Allow-Origin 为“${shown}”，而不是“${sent}”${zh}。两者必须逐字符相同。`,
  )
}

/** Where a value that is nearly right differs. */
function toDifference(value: string, sent: string): { en: string; zh: string } {
  if (value.toLowerCase() === sent) return { en: ': an origin is written in small letters', zh: '：来源须为小写' }
  if (/^["'].*["']$/.test(value)) return { en: ': there are no quotes around it', zh: '：不应加引号' }
  const [written, page] = [URL.parse(value), URL.parse(sent)]
  if (!written) return { en: ': it needs its scheme', zh: '：须写明协议' }
  if (!page) return { en: '', zh: '' }
  if (written.origin === page.origin)
    return value.length > sent.length && value.startsWith(sent) && value.slice(sent.length).startsWith('/')
      ? { en: ': an origin has no path and no slash at its end', zh: '：来源不含路径，末尾也没有斜杠' }
      : { en: ': the port that is usual for the scheme is left out', zh: '：协议的默认端口须省略' }
  if (written.hostname !== page.hostname) return { en: '', zh: '' }
  return written.protocol === page.protocol
    ? { en: ': the port differs', zh: '：端口不同' }
    : { en: ': the scheme differs', zh: '：协议不同' }
}

function judgeCredentials(value: string | undefined): Check | undefined {
  if (value === 'true') return undefined
  const fix = [
    'Answer with “Access-Control-Allow-Credentials: true”, in small letters.',
    '须返回“Access-Control-Allow-Credentials: true”，小写。',
  ]
  const [en, zh] =
    value === undefined
      ? [
          'The request carries credentials, but there is no Access-Control-Allow-Credentials.',
          '请求携带凭据，但缺少 Access-Control-Allow-Credentials。',
        ]
      : value.includes(',')
        ? [
            `Access-Control-Allow-Credentials comes more than once (${value.slice(0, 100)}).`,
            `Access-Control-Allow-Credentials 出现了多次（${value.slice(0, 100)}）。`,
          ]
        : [
            `Access-Control-Allow-Credentials is “${value.slice(0, 100)}”.`,
            `Access-Control-Allow-Credentials 为“${value.slice(0, 100)}”。`,
          ]
  return toCheck('allow-credentials', 'bad', `${en} ${fix[0]}`, `${zh}${fix[1]}`)
}
