import { defineKind } from '@octet/core/kind.ts'

/** Codes of RFC 9110 and its registry, and those of nginx and Cloudflare. */
const CODE = /^(?:10[0-4]|20[0-8]|226|30[0-8]|40\d|41[0-8]|42[1-689]|431|444|451|49[4-79]|50[0-8]|51[01]|52[0-6]|530)$/

export default defineKind({
  id: 'status-code',
  title: { en: 'HTTP status code', zh: 'HTTP 状态码' },
  examples: ['404', '503 Service Unavailable', 'HTTP/1.1 301 Moved Permanently'],
  counterExamples: ['999', '600', '404th', '404 5'],
  detect(sample) {
    const [, protocol, code = '', words] = /^(HTTP\/\d(?:\.\d)? )?(\d{3})( [A-Za-z][A-Za-z -]{0,40})?$/i.exec(sample) ?? []
    if (!CODE.test(code)) return undefined
    return { score: protocol ? 0.97 : words ? 0.8 : 0.55 }
  },
})
