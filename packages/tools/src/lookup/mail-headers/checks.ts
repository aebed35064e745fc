import type { Text } from '@octet/core/text.ts'
import { findUnicodeHost } from '../../lib/idn.ts'
import { isAllLookalike, isSuspiciousMix, listScripts, toSkeleton } from '../../lib/confusable.ts'
import { checkArc } from './arc.ts'
import type { Finding } from './authentication.ts'
import { findField, isPublic, toOrganisation, type Facts } from './facts.ts'
import { toMailDomain } from './mailboxes.ts'
import type { HeadersCheck } from './report.ts'

type Verdict = HeadersCheck['verdict']
const check = (id: string, verdict: Verdict, en: string, zh: string): HeadersCheck => ({ id, verdict, text: { en, zh } })

/** A clock may be wrong by so much. */
const CLOCK_MS = 60_000
const SLOW_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** Fields that stand once (RFC 5322 §3.6). */
const ONCE = ['from', 'sender', 'reply-to', 'to', 'cc', 'date', 'subject', 'message-id', 'in-reply-to', 'references']
/** RFC 1035 §2.3.4. */
const MAX_DOMAIN = 253
/** From this value of Microsoft's filter a message is spam. */
const SPAM_LEVEL = 5

/** What is good and what is wrong with a message, as far as its header tells. */
export function toHeaderChecks(facts: Facts): HeadersCheck[] {
  return [
    ...checkSender(facts),
    ...checkAuthentication(facts),
    ...checkSignatures(facts),
    ...checkArc(facts.fields),
    ...checkForm(facts),
    ...checkWay(facts),
    ...checkSpam(facts),
    ...checkList(facts),
  ]
}

function checkSender({ from, replyTo }: Facts): HeadersCheck[] {
  const [sender] = from
  if (!sender)
    return [check('from', 'bad', 'no From field with an address (RFC 5322 §3.6)', '缺少含地址的 From 字段（RFC 5322 §3.6）')]
  const domain = toMailDomain(sender.address)
  const named = /[^\s<>"'@]{1,64}@([\w-]+(?:\.[\w-]+)+)/.exec(sender.name)
  const answers = replyTo[0] && toMailDomain(replyTo[0].address)
  const checks: (HeadersCheck | false)[] = [
    named !== null &&
      toOrganisation(named[1]!.toLowerCase()) !== toOrganisation(domain) &&
      check(
        'display-name',
        'bad',
        `the sender’s name shows ${named[0]}, but the message is from ${sender.address}`,
        `发件人名称显示 ${named[0]}，实际地址为 ${sender.address}`,
      ),
    isLookalike(domain) &&
      check(
        'look-alike',
        'bad',
        `${findUnicodeHost(domain) ?? domain} has letters that imitate others (${toSkeleton(findUnicodeHost(domain) ?? domain)})`,
        `${findUnicodeHost(domain) ?? domain} 含有形近字母，仿冒 ${toSkeleton(findUnicodeHost(domain) ?? domain)}`,
      ),
    answers !== undefined &&
      toOrganisation(answers) !== toOrganisation(domain) &&
      check('reply-to', 'notice', `replies go to another domain: ${answers}`, `回复将发往其他域名：${answers}`),
  ]
  return checks.filter((it) => it !== false)
}

function isLookalike(domain: string): boolean {
  if (domain.length > MAX_DOMAIN) return false
  const labels = (findUnicodeHost(domain) ?? domain).split('.')
  return labels.some((label) => isAllLookalike(label) || isSuspiciousMix(listScripts(label)))
}

const WEAK = new Set(['neutral', 'none', 'policy', 'temperror', 'softfail', 'bestguesspass'])

function checkAuthentication({ findings, from }: Facts): HeadersCheck[] {
  if (findings.length === 0)
    return [
      check(
        'authentication',
        'notice',
        'no server recorded SPF, DKIM or DMARC results',
        '没有服务器记录 SPF、DKIM、DMARC 的判定结果',
      ),
    ]
  const domain = from[0] && toMailDomain(from[0].address)
  return [...checkDmarc(findings), ...checkMethod('spf', { findings, domain }), ...checkMethod('dkim', { findings, domain })]
}

function checkDmarc(findings: readonly Finding[]): HeadersCheck[] {
  const found = findings.find(({ method }) => method === 'dmarc')
  if (!found) return [check('dmarc', 'notice', 'no DMARC result is recorded', '没有 DMARC 判定结果')]
  const words = `DMARC: ${found.result}`
  if (found.result === 'pass') return [check('dmarc', 'good', words, `DMARC：${found.result}`)]
  const verdict = WEAK.has(found.result) ? 'notice' : 'bad'
  return [
    check(
      'dmarc',
      verdict,
      `${words}, according to ${found.by || 'the server'}`,
      `DMARC：${found.result}（${found.by || '服务器'}判定）`,
    ),
  ]
}

const NAMES = { spf: 'SPF', dkim: 'DKIM' } as const
/** Where the name stands that a method has confirmed. */
const SUBJECTS = { spf: ['smtp.mailfrom', 'smtp.helo'], dkim: ['header.d', 'header.i'] } as const

/** SPF and DKIM confirm some domain; only that of the sender counts (RFC 7489 §3.1). */
function checkMethod(
  method: 'spf' | 'dkim',
  { findings, domain }: { findings: readonly Finding[]; domain: string | undefined },
): HeadersCheck[] {
  const name = NAMES[method]
  const own = findings.filter((finding) => finding.method === method)
  if (own.length === 0) return [check(method, 'notice', `no ${name} result is recorded`, `没有 ${name} 判定结果`)]
  const passed = own.filter(({ result }) => result === 'pass')
  const names = passed.map((finding) => toSubject(finding, method)).filter((subject) => subject !== '')
  const fits = names.find((subject) => domain !== undefined && toOrganisation(subject) === toOrganisation(domain))
  if (fits)
    return [check(method, 'good', `${name}: pass for ${fits}, the sender’s domain`, `${name}：${fits} 通过，与发件人域名一致`)]
  if (passed.length > 0) {
    const others = names.join(', ') || 'another domain'
    return [
      check(
        method,
        'notice',
        `${name}: pass, but for ${others}, which is not the sender’s domain`,
        `${name}：通过的是 ${names.join('、') || '其他域名'}，与发件人域名不一致`,
      ),
    ]
  }
  const [worst] = own
  const text = `${name}: ${worst!.result}${worst!.reason ? ` (${worst!.reason})` : ''}`
  return [check(method, WEAK.has(worst!.result) ? 'notice' : 'bad', text, text.replace(': ', '：'))]
}

function toSubject({ about }: Finding, method: 'spf' | 'dkim'): string {
  const value = SUBJECTS[method].map((name) => about[name]).find((text) => text) ?? ''
  return toMailDomain(value.replace(/[<>]/g, ''))
}

function checkSignatures({ signatures, traces }: Facts): HeadersCheck[] {
  const arrivedMs = traces.at(-1)?.timeMs
  return signatures.flatMap(({ domain, selector, algorithm, signed, expiresAt, bodyBytes }, index) => {
    const name = `${domain || '?'} (${selector || '?'})`
    const id = `signature-${index}`
    const checks: (HeadersCheck | false)[] = [
      !signed.includes('from') &&
        check(`${id}-from`, 'bad', `the DKIM signature of ${name} leaves From unsigned`, `${name} 的 DKIM 签名未包含 From 字段`),
      algorithm === 'rsa-sha1' &&
        check(
          `${id}-sha1`,
          'bad',
          `the DKIM signature of ${name} uses SHA-1 (RFC 8301)`,
          `${name} 的 DKIM 签名使用 SHA-1（RFC 8301）`,
        ),
      bodyBytes !== undefined &&
        check(
          `${id}-length`,
          'notice',
          `the DKIM signature of ${name} covers only the first ${bodyBytes} bytes of the body: more can be added`,
          `${name} 的 DKIM 签名只覆盖正文前 ${bodyBytes} 字节，其后可被追加内容`,
        ),
      expiresAt !== undefined &&
        arrivedMs !== undefined &&
        expiresAt * 1_000 < arrivedMs &&
        check(
          `${id}-expired`,
          'bad',
          `the DKIM signature of ${name} had expired when the message arrived`,
          `邮件到达时 ${name} 的 DKIM 签名已过期`,
        ),
    ]
    return checks.filter((it) => it !== false)
  })
}

function checkForm(facts: Facts): HeadersCheck[] {
  const { fields, unread, dateMs, traces } = facts
  const counts = Map.groupBy(fields, ({ name }) => name.toLowerCase())
  const doubled = ONCE.filter((name) => (counts.get(name)?.length ?? 0) > 1).map((name) => counts.get(name)![0]!.name)
  const sentMs = traces.find(({ timeMs }) => timeMs !== undefined)?.timeMs
  const apartMs = dateMs === undefined || sentMs === undefined ? 0 : sentMs - dateMs
  const checks: (HeadersCheck | false)[] = [
    doubled.length > 0 &&
      check(
        'doubled',
        'bad',
        `fields that may appear only once appear more often: ${doubled.join(', ')} (RFC 5322 §3.6)`,
        `只能出现一次的字段重复出现：${doubled.join('、')}（RFC 5322 §3.6）`,
      ),
    dateMs === undefined && check('date', 'notice', 'no readable Date', '缺少可识别的 Date 字段'),
    apartMs > DAY_MS && check('date', 'notice', 'Date is more than a day before the first server', 'Date 早于首个服务器一天以上'),
    apartMs < -10 * CLOCK_MS && check('date', 'notice', 'Date is later than the first server', 'Date 晚于首个服务器的时间'),
    findField(facts, 'message-id') === undefined && check('message-id', 'notice', 'no Message-ID', '缺少 Message-ID'),
    unread.length > 0 &&
      check('unread', 'notice', `lines that are not fields: ${toListed(unread)}`, `无法识别的行：${toListed(unread)}`),
  ]
  return checks.filter((it) => it !== false)
}

const toListed = (numbers: readonly number[]): string => `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ' …' : ''}`

function checkWay({ traces }: Facts): HeadersCheck[] {
  if (traces.length === 0)
    return [check('way', 'notice', 'no Received field: the path is unknown', '没有 Received 字段，路径未知')]
  const times = traces.flatMap(({ timeMs }) => timeMs ?? [])
  const totalMs = Math.max(0, (times.at(-1) ?? 0) - (times[0] ?? 0))
  const isBackwards = times.some((time, at) => at > 0 && time < times[at - 1]! - CLOCK_MS)
  // From one machine to the next over what is not one's own network.
  const open = traces.filter(({ address, tls }) => address !== undefined && isPublic(address) && tls === false)
  const time = toTimeWords(totalMs)
  const checks: (HeadersCheck | false)[] = [
    times.length > 1 &&
      (totalMs > SLOW_MS
        ? check(
            'delay',
            'notice',
            `${time.en} in transit over ${traces.length} servers`,
            `途经 ${traces.length} 台服务器，耗时 ${time.zh}`,
          )
        : check(
            'delay',
            'good',
            `${time.en} in transit over ${traces.length} servers`,
            `途经 ${traces.length} 台服务器，耗时 ${time.zh}`,
          )),
    isBackwards &&
      check(
        'clocks',
        'notice',
        'time runs backwards along the path: a clock is wrong, or a line was made up',
        '途中时间倒退：某台服务器时钟有误，或记录系伪造',
      ),
    open.length > 0 &&
      check(
        'encryption',
        'notice',
        `no encryption is recorded by ${open.map(({ by }) => by ?? '?').join(', ')}`,
        `以下服务器未记录加密：${open.map(({ by }) => by ?? '?').join('、')}`,
      ),
  ]
  return checks.filter((it) => it !== false)
}

function toTimeWords(ms: number): Text {
  const seconds = Math.round(ms / 1_000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60]
  const parts = [
    { count: hours, en: 'h', zh: '小时' },
    { count: minutes, en: 'min', zh: '分' },
    { count: rest, en: 's', zh: '秒' },
  ].filter(({ count }, at) => count > 0 || (at === 2 && seconds === 0))
  return {
    en: parts.map(({ count, en }) => `${count} ${en}`).join(' '),
    zh: parts.map(({ count, zh }) => `${count} ${zh}`).join(' '),
  }
}

function checkSpam(facts: Facts): HeadersCheck[] {
  const status = findField(facts, 'x-spam-status')
  const level = Number(
    findField(facts, 'x-ms-exchange-organization-scl') ??
      /(?:^|;)\s*SCL:(-?\d+)/i.exec(findField(facts, 'x-forefront-antispam-report') ?? '')?.[1],
  )
  const score = /\bscore=(-?[\d.]+)/.exec(status ?? '')?.[1] ?? findField(facts, 'x-spam-score')
  const isSpam = /^yes/i.test(findField(facts, 'x-spam-flag') ?? status ?? '') || level >= SPAM_LEVEL
  if (isSpam) {
    const value = score ?? (Number.isNaN(level) ? undefined : `SCL ${level}`)
    return [
      check(
        'spam',
        'bad',
        `a filter judged it to be spam${value === undefined ? '' : ` (${value})`}`,
        `被过滤器判为垃圾邮件${value === undefined ? '' : `（${value}）`}`,
      ),
    ]
  }
  return status === undefined
    ? []
    : [
        check(
          'spam',
          'good',
          `not spam according to the filter${score ? ` (${score})` : ''}`,
          `过滤器判定不是垃圾邮件${score ? `（${score}）` : ''}`,
        ),
      ]
}

/** Mail to lists says how to leave them; the big receivers want one click (RFC 8058). */
function checkList(facts: Facts): HeadersCheck[] {
  const leave = findField(facts, 'list-unsubscribe')
  const isBulk =
    leave !== undefined ||
    findField(facts, 'list-id') !== undefined ||
    /^(bulk|list)$/i.test(findField(facts, 'precedence') ?? '')
  if (!isBulk) return []
  if (leave === undefined)
    return [check('unsubscribe', 'notice', 'mail to a list without List-Unsubscribe', '群发邮件，但没有 List-Unsubscribe')]
  const isOneClick = /List-Unsubscribe=One-Click/i.test(findField(facts, 'list-unsubscribe-post') ?? '')
  return [
    isOneClick
      ? check('unsubscribe', 'good', 'mail to a list with one-click unsubscribe (RFC 8058)', '群发邮件，支持一键退订（RFC 8058）')
      : check(
          'unsubscribe',
          'notice',
          'mail to a list without one-click unsubscribe (RFC 8058)',
          '群发邮件，不支持一键退订（RFC 8058）',
        ),
  ]
}
