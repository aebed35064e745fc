import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../check.ts'
import type { Fetched, Fetcher } from '../http/fetch.ts'
import { findUncovered } from './mail-hosts.ts'
import { parseTags, pickRecords, type TextBook } from './txt.ts'

type MtaSts = MailReport['mtaSts']
type Policy = Pick<MtaSts, 'mode' | 'hosts' | 'maxAgeSeconds' | 'problem'>

const NO_POLICY: Policy = { mode: null, hosts: [], maxAgeSeconds: null, problem: null }
/** RFC 8461 §3.3: senders take no longer policy. */
const MAX_POLICY_BYTES = 65_536
/** RFC 8461 §3.2: a year. */
const MAX_AGE_SECONDS = 31_557_600
/** A line as senders read it, and one that a person would read as well. */
const LINE = /^([a-z_]+):[ \t]*(\S+)[ \t]*$/
const MEANT = /^\s*(version|mode|max_age|mx)\s*:/i
const MAX_SHOWN = 60
const VERSION = /^v=STSv1\s*;/
const DAY_SECONDS = 86_400

/** RFC 8461: a record that announces a policy, and the policy itself by https, without redirects. */
export async function readMtaSts(
  domain: string,
  book: TextBook,
  fetcher: Fetcher,
  limits: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<MtaSts> {
  const [record, second] = pickRecords(await book.find(`_mta-sts.${domain}`), VERSION, /STSv1/i)
  if (!record) return { record: null, ...NO_POLICY }
  const problem = second ? SEVERAL : findRecordProblem(record)
  if (problem) return { record, ...NO_POLICY, problem }
  try {
    const fetched = await fetcher.fetch(`https://mta-sts.${domain}/.well-known/mta-sts.txt`, {
      verifiesTls: true,
      maxRedirects: 0,
      maxBytes: MAX_POLICY_BYTES,
      ...limits,
    })
    return { record, ...readPolicy(fetched, fetcher.header(fetched, 'content-type') ?? '') }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { record, ...NO_POLICY, problem: { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') } }
  }
}

/** Why senders do not read the record (RFC 8461 §3.1); its version is told from others by its case too. */
function findRecordProblem(record: string): Text | null {
  if (!VERSION.test(record))
    return { en: 'the record must begin with “v=STSv1;”, in this spelling', zh: '记录必须以“v=STSv1;”开头，大小写须一致' }
  if (/^[A-Za-z0-9]{1,32}$/.test(parseTags(record)['id'] ?? '')) return null
  return { en: 'the record lacks an id of letters and digits', zh: '记录缺少由字母和数字组成的 id' }
}

/** RFC 8461 §3.2, §3.3 */
function readPolicy({ status, body, isCut }: Pick<Fetched, 'status' | 'body' | 'isCut'>, contentType: string): Policy {
  if (status !== 200) return refuse(`the policy answers HTTP ${status}`, `策略文件返回 HTTP ${status}`)
  if (!/^text\/plain\s*(;|$)/i.test(contentType)) {
    const type = contentType.slice(0, 60)
    return refuse(`the policy must be sent as text/plain, not “${type}”`, `策略文件的类型应为 text/plain，而不是“${type}”`)
  }
  if (isCut)
    return refuse(
      'the policy is longer than 64 KB, which senders refuse (RFC 8461 §3.3)',
      '策略文件超过 64 KB，发件方会拒绝（RFC 8461 §3.3）',
    )
  return parsePolicy(Buffer.from(body).toString())
}

function parsePolicy(text: string): Policy {
  if (text.startsWith('\ufeff'))
    return refuse(
      'the policy begins with a byte order mark, for which senders do not read its first line',
      '策略文件以字节顺序标记（BOM）开头，发件方读不到第一行',
    )
  const lines = text.split(/\r?\n/)
  const pairs = lines.flatMap((line) => {
    const match = LINE.exec(line)
    return match ? [[match[1]!, match[2]!] as const] : []
  })
  const find = (name: string) => pairs.find(([key]) => key === name)?.[1] ?? ''
  const unread = lines.find((line) => MEANT.test(line) && !LINE.test(line))?.slice(0, MAX_SHOWN)
  const refuseLacking = (en: string, zh: string): Policy =>
    unread === undefined
      ? refuse(en, zh)
      : refuse(
          `${en}; senders do not read the line “${unread}”: one name in small letters at its start, a colon right behind it, and one value`,
          `${zh}；发件方不读取“${unread}”这一行：行首须为小写名称，紧跟冒号和一个值`,
        )
  const mode = find('mode')
  if (find('version') !== 'STSv1' || !/^(enforce|testing|none)$/.test(mode))
    return refuseLacking('the policy lacks a valid version or mode', '策略文件缺少有效的 version 或 mode')
  const age = find('max_age')
  if (!/^\d{1,10}$/.test(age))
    return refuseLacking('the policy lacks max_age, so senders drop it', '策略文件缺少 max_age，发件方会弃用该策略')
  if (Number(age) > MAX_AGE_SECONDS)
    return refuse(
      `max_age is ${age}, of at most ${MAX_AGE_SECONDS} s, so senders drop the policy (RFC 8461 §3.2)`,
      `max_age 为 ${age}，超过上限 ${MAX_AGE_SECONDS} 秒，发件方会弃用该策略（RFC 8461 §3.2）`,
    )
  const hosts = pairs.filter(([key]) => key === 'mx').map(([, value]) => value)
  if (hosts.length === 0 && mode !== 'none')
    return refuseLacking('the policy names no mail server (mx)', '策略文件未列出任何邮件服务器（mx）')
  return { mode, hosts, maxAgeSeconds: Number(age), problem: null }
}

const refuse = (en: string, zh: string): Policy => ({ ...NO_POLICY, problem: { en, zh } })

/** What a policy is worth to those who follow it. */
export function checkMtaSts({ record, mode, maxAgeSeconds, problem, hosts }: MtaSts, mx: MailReport['mx']): Check[] {
  if (!record)
    return [toCheck('mta-sts', 'notice', 'no MTA-STS: TLS of incoming mail can be stripped', '没有 MTA-STS：入站 TLS 可能被降级')]
  if (problem) return [toCheck('mta-sts', 'bad', `MTA-STS: ${problem.en}`, `MTA-STS：${problem.zh}`)]
  const uncovered = findUncovered(mx, { mode, hosts })
  const isShort = mode === 'enforce' && maxAgeSeconds !== null && maxAgeSeconds < DAY_SECONDS
  return [
    toCheck('mta-sts', mode === 'enforce' ? 'good' : 'notice', `MTA-STS mode ${mode}`, `MTA-STS 模式：${mode}`),
    ...(isShort
      ? [
          toCheck(
            'mta-sts-age',
            'notice',
            `senders remember the MTA-STS policy for ${maxAgeSeconds} s only; only weeks protect against someone who withholds it (RFC 8461 §3.2)`,
            `发件方只记住 MTA-STS 策略 ${maxAgeSeconds} 秒；设为数周才能防止策略被阻断（RFC 8461 §3.2）`,
          ),
        ]
      : []),
    ...(uncovered.length > 0
      ? [
          toCheck(
            'mta-sts-mx',
            mode === 'enforce' ? 'bad' : 'notice',
            `the MTA-STS policy does not name ${uncovered.join(', ')}: mail to it is refused where the policy is enforced`,
            `MTA-STS 策略未包含 ${uncovered.join('、')}：强制执行时，发往这些服务器的邮件会被拒绝`,
          ),
        ]
      : []),
  ]
}

const SEVERAL: Text = { en: 'several records: senders ignore them all', zh: '存在多条记录，发件方会全部忽略' }
