import { defineKind } from '@octet/core/kind.ts'

const LABEL = '(?!-)[\\p{L}\\p{N}_-]{1,63}(?<!-)'
/** The last label begins with a letter (RFC 1123 §2.1, RFC 3696 §2), else every price with its unit were a name. */
const NAME = new RegExp(`^(?=.{3,253}$)(?:${LABEL}\\.)+(?=\\p{L})${LABEL}\\.?$`, 'u')
/** Endings that are file names far more often than top-level domains. */
const FILES = /\.(?:txt|js|ts|json|html?|css|xml|ya?ml|md|png|jpe?g|gif|svg|pdf|csv|log|zip|exe|conf|toml|php)$/i

/** Whether a text is written like a domain name, and not like that of a file. */
export const isDomainName = (text: string): boolean => NAME.test(text) && !FILES.test(text)

export default defineKind({
  id: 'domain',
  title: { en: 'Domain name', zh: '域名' },
  examples: ['example.com', 'www.example.co.uk', '例子.测试', '_dmarc.example.org'],
  counterExamples: ['192.0.2.1', '12345.67元', '1.5万', 'hello world', 'a@example.com', 'report.txt', '-bad.example', 'example'],
  detect: (sample) => (isDomainName(sample) ? { score: 0.85 } : undefined),
})
