import type { Lang, Text } from '@octet/core/text.ts'
import { Refused } from './ask-server.ts'
import type { CliConfig } from './config.ts'

/** What a server that was asked has refused, or that it does not answer; undefined for any other error. */
export function findServerFault(error: unknown, { server = '', lang }: Pick<CliConfig, 'server' | 'lang'>): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Refused) return error.words[lang]
  const { name, message, cause, resolution } = error as Error & { resolution?: string }
  if (name === 'OctetError') return [message, resolution].filter(Boolean).join('\n')
  if (message.startsWith('Failed to parse URL'))
    return toLine(lang, {
      en: `OCTET_SERVER: expected an address such as http://127.0.0.1:3000, got “${server}”`,
      zh: `OCTET_SERVER：应为服务器地址，如 http://127.0.0.1:3000，收到“${server}”`,
    })
  if (name === 'TimeoutError') return toLine(lang, { en: `${server} did not answer in time`, zh: `${server} 未在时限内应答` })
  if (message !== 'fetch failed') return undefined
  const reason = cause instanceof Error ? cause.message : ''
  return toLine(lang, {
    en: `${server} does not answer: ${reason}. Is it running?`,
    zh: `${server} 没有应答（${reason}），请确认服务器正在运行`,
  })
}

const toLine = (lang: Lang, words: Text): string => words[lang]
