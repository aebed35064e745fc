import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import { joinText, splitText, type Lang, type Text } from '@octet/core/text.ts'
import { findCertificateProblem } from '@octet/probe/tls/problems.ts'
import type { Delivery } from './delivery.ts'
import { WebhookRefusedError } from './webhook.ts'

const MAX_WORDS = 500

const NO_ROUTE = { en: 'there is no route to the receiver', zh: '没有到接收方的路由' }
const BROKEN_OFF = { en: 'the receiver broke the connection off', zh: '接收方中断了连接' }

/** System errors by code (errno(3)). */
const SYSTEM: Readonly<Record<string, Text>> = {
  ECONNREFUSED: { en: 'the receiver refuses the connection', zh: '接收方拒绝连接' },
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: { en: 'the connection took too long', zh: '连接超时' },
  EPROTO: { en: 'the receiver does not speak TLS', zh: '接收方未使用 TLS' },
}

/** Why a message was not taken, for {@link toDeliveries}: both languages in one string, system errors with their code. */
export function writeDeliveryFault(error: unknown): string {
  const { en, zh } = toWords(error)
  const [first, second] = [en, zh].map((words) => words.replaceAll(/\s+/g, ' ').slice(0, MAX_WORDS))
  return joinText({ en: first ?? '', zh: second ?? '' })
}

function toWords(error: unknown): Text {
  if (error instanceof WebhookRefusedError) {
    const { status } = error.heard
    if (error.said !== undefined) return { en: `the chat refuses it: ${error.said}`, zh: `聊天服务拒绝：${error.said}` }
    if (status >= 300 && status < 400)
      return {
        en: `redirects are not followed (status ${status}); give the address that it leads to`,
        zh: `不跟随重定向（状态码 ${status}），请填写其指向的网址`,
      }
    return { en: `expected a status of 200–299, got ${status}`, zh: `应返回 200–299 状态码，收到 ${status}` }
  }
  if (isAppError(error)) return { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') }
  if (!(error instanceof Error)) return { en: String(error), zh: String(error) }
  const code = 'code' in error ? String(error.code) : ''
  if (code === '') return { en: error.message, zh: error.message }
  const { en, zh } = SYSTEM[code] ?? toCertificateWords(code) ?? toOtherWords(code)
  return { en: `${en} (${code})`, zh: `${zh}（${code}）` }
}

function toCertificateWords(code: string): Text | undefined {
  const problem = findCertificateProblem(code)
  return problem && { en: `the certificate is not trusted: ${problem.en}`, zh: `证书不受信任：${problem.zh}` }
}

const toOtherWords = (code: string): Text =>
  code.startsWith('HPE_')
    ? { en: 'the answer is not HTTP', zh: '应答不是有效的 HTTP' }
    : { en: 'the connection failed', zh: '连接失败' }

/** Why a message was not taken, in one language. Of older versions there are words in English only. */
export const toDeliveryFault = (kept: string | null, lang: Lang): string | null => (kept === null ? null : splitText(kept)[lang])

/** Attempts with their faults in one language. */
export const toDeliveries = (kept: readonly Delivery[], lang: Lang): Delivery[] =>
  kept.map((delivery) => ({ ...delivery, error: toDeliveryFault(delivery.error, lang) }))
