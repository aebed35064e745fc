import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../check.ts'

type Server = MailReport['servers'][number]
type Published = Pick<MailReport, 'dane' | 'mtaSts'>

/** What is wrong with how the mail servers answer; what they publish decides how much it matters. */
export function checkServers(servers: readonly Server[], published: Published): Check[] {
  if (servers.length === 0) return []
  return [
    ...toReachChecks(servers),
    ...toFamilyCheck(servers),
    ...toStartTlsChecks(servers),
    ...toVersionCheck(servers),
    ...toCertificateCheck(servers, published),
    ...toDaneChecks(servers, published),
    ...toLoginCheck(servers),
  ]
}

/** One that fails beside others that answer is at fault itself; where none answers, it may be that our network lets no mail out. */
function toReachChecks(servers: readonly Server[]): Check[] {
  const welcoming = servers.filter(({ failure }) => failure === null)
  const silent = servers.filter(({ isReachable }) => isReachable === false)
  const untried = servers.filter(({ isReachable }) => isReachable === null)
  const refusing = servers.filter(({ failure, isReachable }) => failure !== null && isReachable)
  const [dead, skipped, refused] = [silent, untried, refusing].map(toFailures) as [Text, Text, Text]
  const checks: Check[] = []
  if (welcoming.length > 0)
    checks.push(
      toCheck(
        'smtp',
        'good',
        `${welcoming.length} of ${servers.length} mail servers answer on port 25`,
        `${servers.length} 台邮件服务器中有 ${welcoming.length} 台在 25 端口应答`,
      ),
    )
  if (silent.length > 0 && welcoming.length > 0)
    checks.push(toCheck('smtp-reach', 'bad', `no answer on port 25: ${dead.en}`, `25 端口无应答：${dead.zh}`))
  if (silent.length > 0 && welcoming.length === 0)
    checks.push(
      toCheck(
        'smtp-reach',
        'notice',
        `no answer on port 25: ${dead.en}. Many networks block this port outwards, and ours may, too`,
        `25 端口无应答：${dead.zh}。许多网络禁止向外连接此端口，本站所在网络也可能如此`,
      ),
    )
  if (untried.length > 0) checks.push(toCheck('smtp-untried', 'notice', `not contacted: ${skipped.en}`, `未连接：${skipped.zh}`))
  if (refusing.length > 0)
    checks.push(toCheck('smtp-greeting', 'notice', `the conversation ends early: ${refused.en}`, `会话提前结束：${refused.zh}`))
  return checks
}

/** Senders that begin with that version wait for it each time; those that have no other do not deliver at all. */
function toFamilyCheck(servers: readonly Server[]): Check[] {
  const halved = servers.filter(({ familyProblem }) => familyProblem !== null)
  if (halved.length === 0) return []
  const en = halved.map(({ host, familyProblem }) => `${host}: ${familyProblem!.en}`).join(', ')
  const zh = halved.map(({ host, familyProblem }) => `${host}：${familyProblem!.zh}`).join('；')
  return [
    toCheck(
      'smtp-family',
      'bad',
      `${en}. Senders lose time with it, or do not get through`,
      `${zh}。发件方会因此延误，甚至无法送达`,
    ),
  ]
}

function toStartTlsChecks(servers: readonly Server[]): Check[] {
  const open = servers.filter(({ startTls }) => startTls === false)
  // firewalls that know an old SMTP overwrite what they do not know
  const isBlanked = open.some(({ features }) => features.some((feature) => /^[X*]{6,}/.test(feature)))
  const broken = servers.filter(({ tlsProblem }) => tlsProblem !== null)
  const known = servers.filter(({ startTls }) => startTls !== null)
  const checks: Check[] = []
  if (open.length > 0)
    checks.push(
      toCheck(
        'smtp-tls',
        'bad',
        `no STARTTLS: mail to ${list(open, 'en')} is sent unencrypted${isBlanked ? '. Something on the path removes features, as firewalls do' : ''}`,
        `不支持 STARTTLS：发往 ${list(open, 'zh')} 的邮件以明文传输${isBlanked ? '。途中有设备抹去了部分功能声明，多为防火墙所为' : ''}`,
      ),
    )
  if (broken.length > 0)
    checks.push(
      toCheck(
        'smtp-handshake',
        'bad',
        `STARTTLS is offered, but fails: ${broken.map(({ host, tlsProblem }) => `${host} (${tlsProblem!.en})`).join(', ')}`,
        `提供 STARTTLS 但握手失败：${broken.map(({ host, tlsProblem }) => `${host}（${tlsProblem!.zh}）`).join('、')}`,
      ),
    )
  if (known.length > 0 && checks.length === 0)
    checks.push(toCheck('smtp-tls', 'good', 'mail is accepted over TLS (STARTTLS)', '通过 TLS 接收邮件（STARTTLS）'))
  return checks
}

function toVersionCheck(servers: readonly Server[]): Check[] {
  const old = servers.filter(({ protocol }) => protocol === 'TLSv1' || protocol === 'TLSv1.1')
  if (old.length === 0) return []
  return [
    toCheck(
      'smtp-version',
      'notice',
      `nothing newer than TLS 1.1 is supported (RFC 8996): ${list(old, 'en')}`,
      `最高只支持 TLS 1.1（RFC 8996）：${list(old, 'zh')}`,
    ),
  ]
}

/** Senders look at a certificate only where MTA-STS tells them to; with DANE-EE it needs neither a name nor an authority. */
function toCertificateCheck(servers: readonly Server[], { mtaSts }: Published): Check[] {
  const shown = servers.filter(({ certificate, fitsDane }) => certificate !== null && fitsDane !== true)
  const wrong = shown.flatMap((server) => {
    const problem = findProblem(server)
    return problem ? [{ ...problem, host: server.host }] : []
  })
  if (shown.length === 0) return []
  if (wrong.length === 0)
    return [toCheck('smtp-certificate', 'good', 'the certificates are trusted and match the names', '证书可信且与主机名相符')]
  const en = wrong.map((one) => `${one.host} (${one.en})`).join(', ')
  const zh = wrong.map((one) => `${one.host}（${one.zh}）`).join('、')
  return [
    mtaSts.mode === 'enforce'
      ? toCheck(
          'smtp-certificate',
          'bad',
          `invalid certificates, so senders that follow the MTA-STS policy do not deliver: ${en}`,
          `证书无效，遵循 MTA-STS 策略的发件方不会投递：${zh}`,
        )
      : toCheck(
          'smtp-certificate',
          'notice',
          `invalid certificates: ${en}. Senders check them only where MTA-STS or DANE tells them to`,
          `证书无效：${zh}。仅在 MTA-STS 或 DANE 要求时，发件方才会校验`,
        ),
  ]
}

function findProblem({ certificate, certificateProblem, isNamed }: Server): Text | undefined {
  if (certificate!.daysLeft < 0) return { en: 'expired', zh: '已过期' }
  if (certificateProblem) return certificateProblem
  if (isNamed) return undefined
  const names = certificate!.names.slice(0, 3)
  if (names.length === 0) return { en: 'it names no host', zh: '未列出任何域名' }
  return { en: `it is for ${names.join(', ')}`, zh: `证书属于 ${names.join('、')}` }
}

function toDaneChecks(servers: readonly Server[], { dane }: Published): Check[] {
  const isSigned = ({ host }: Server) => dane.some((row) => row.host === host && row.isValidated)
  const fitting = servers.filter((server) => server.fitsDane === true && isSigned(server))
  const wrong = servers.filter((server) => server.fitsDane === false)
  if (wrong.length > 0)
    return [
      toCheck(
        'smtp-dane',
        wrong.some(isSigned) ? 'bad' : 'notice',
        `the certificate matches none of the TLSA records, so senders that check DANE do not deliver: ${list(wrong, 'en')}`,
        `证书与 TLSA 记录均不符，检查 DANE 的发件方不会投递：${list(wrong, 'zh')}`,
      ),
    ]
  return fitting.length === 0
    ? []
    : [toCheck('smtp-dane', 'good', 'the certificates match the TLSA records (DANE)', '证书与 TLSA 记录相符（DANE）')]
}

function toLoginCheck(servers: readonly Server[]): Check[] {
  const open = servers.filter(({ hasOpenLogin }) => hasOpenLogin)
  if (open.length === 0) return []
  return [
    toCheck(
      'smtp-login',
      'bad',
      `logins are accepted before TLS, so passwords are sent unencrypted: ${list(open, 'en')}`,
      `在 TLS 之前即允许登录，密码会以明文传输：${list(open, 'zh')}`,
    ),
  ]
}

const list = (servers: readonly Server[], lang: 'en' | 'zh'): string =>
  servers.map(({ host }) => host).join(lang === 'en' ? ', ' : '、')

function toFailures(servers: readonly Server[]): Text {
  return {
    en: servers.map(({ failure }) => failure!.en).join('; '),
    zh: servers.map(({ failure }) => failure!.zh).join('；'),
  }
}
