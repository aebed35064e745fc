import { defineKind } from '@octet/core/kind.ts'

/** Escapes of programs and of mail: `\u4f60`, `\u{1f600}`, `U+4F60`, `=E4=BD=A0` (RFC 2045), `=?UTF-8?B?…?=` (RFC 2047). */
const ESCAPES = /\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\bU\+[\da-f]{4,6}\b/i
const QUOTED = /(?:=[\dA-F]{2}){3}/
const MIME = /=\?[\w-]+\?[bq]\?[^?\s]*\?=/i

export default defineKind({
  id: 'escaped',
  title: { en: 'Text with escapes', zh: '带转义的文本' },
  examples: [
    String.raw`\u4f60\u597d`,
    String.raw`name: \u4e2d\u6587`,
    'U+1F600',
    '=E4=BD=A0=E5=A5=BD',
    '=?UTF-8?B?5L2g5aW9?=',
    String.raw`\u{1f600}`,
  ],
  counterExamples: [String.raw`C:\users\unicode`, 'a=1&b=2', 'plain', String.raw`{"a":"\u4f60"}`],
  detect(sample) {
    if (/^[[{<"]/.test(sample)) return undefined
    return ESCAPES.test(sample) || QUOTED.test(sample) || MIME.test(sample) ? { score: 0.9 } : undefined
  },
})
