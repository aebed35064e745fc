import { joinText, type Text } from '@octet/core/text.ts'
import { findCertificateProblem } from '@octet/probe/tls/problems.ts'

const MAX_WORDS = 500

/** What nodemailer throws: `code` is its own, `originalCode` that of Node, `response` what the mail server said. */
type MailError = Error & {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly timeoutType?: string
}

/** Why a mail was not taken, in both languages; {@link joinText} keeps them in one string. */
export function toMailFault(error: unknown): Text {
  const { en, zh } = toWords(error instanceof Error ? error : new Error(String(error)))
  return { en: toLine(en), zh: toLine(zh) }
}

/**
 * Whom a fault is laid to: `server` could not even be told of the mail; on the `way` it broke off or fell silent, which the
 * mail may have caused; `mail` is what it did not want of this one.
 */
export type MailFaultKind = 'server' | 'way' | 'mail'

const UNREACHABLE = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/
/** Commands before the first one that has to do with a mail. */
const GREETINGS = /^(?:EHLO|HELO|LHLO|STARTTLS|AUTH\b.*)$/

export function toMailFaultKind(error: unknown): MailFaultKind {
  const { code = '', originalCode = code, command = '', response, timeoutType } = error as MailError
  if (/^(?:EAUTH|ETLS|EPROTOCOL|EDNS|EPROXY|EOAUTH2)$/.test(code) || GREETINGS.test(command)) return 'server'
  if (findCertificateProblem(originalCode) || /^(?:ERR_SSL_|EPROTO$)/.test(originalCode)) return 'server'
  if (response?.startsWith('421') || command === 'MAIL FROM') return 'way'
  if (command !== 'CONN') return 'mail'
  return UNREACHABLE.test(originalCode) || /^(?:GREETING|CONNECTION)_TIMEOUT$/.test(timeoutType ?? '') ? 'server' : 'way'
}

export const writeMailFault = (error: unknown): string => joinText(toMailFault(error))

function toWords(error: MailError): Text {
  const { code = '', originalCode = code, command, response, timeoutType, message } = error
  const problem = findCertificateProblem(originalCode)
  if (problem)
    return {
      en: `the certificate of the mail server is not trusted: ${problem.en} (${originalCode}); NODE_EXTRA_CA_CERTS names an authority of your own`,
      zh: `邮件服务器的证书不受信任：${problem.zh}（${originalCode}）；自建 CA 请用 NODE_EXTRA_CA_CERTS 指定`,
    }
  const said = response ?? message
  if (code === 'EAUTH')
    return {
      en: `the mail server refuses the user or password of SMTP_URL: ${said}`,
      zh: `邮件服务器拒绝 SMTP_URL 中的用户名或密码：${said}`,
    }
  if (code === 'ETLS')
    return {
      en: `the mail server offers no TLS (STARTTLS), which SMTP_URL requires: ${said}`,
      zh: `SMTP_URL 要求 TLS，但邮件服务器不支持（STARTTLS）：${said}`,
    }
  if (/^(?:ERR_SSL_|EPROTO$)/.test(originalCode))
    return {
      en: `expected TLS from the first byte, as smtps:// says, got something else (${originalCode}); for STARTTLS it is smtp://`,
      zh: `smtps:// 要求一开始即为 TLS，收到其他内容（${originalCode}）；STARTTLS 请用 smtp://`,
    }
  if (response !== undefined) return { en: message, zh: toRefusal(response) }
  if (timeoutType === 'GREETING_TIMEOUT')
    return {
      en: 'the mail server said nothing in 10 s; one that speaks TLS from the first byte, as on port 465, needs smtps://',
      zh: '邮件服务器 10 秒内没有应答；若其一开始即为 TLS（如 465 端口），请用 smtps://',
    }
  if (command === 'CONN')
    return { en: `the mail server of SMTP_URL cannot be reached: ${message}`, zh: `无法连接 SMTP_URL 的邮件服务器：${message}` }
  return { en: message, zh: message }
}

const toRefusal = (response: string): string => `邮件服务器拒收：${response}`

const toLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
