import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'percent-encoded',
  title: { en: 'Percent-encoded text', zh: '百分号编码文本' },
  examples: ['%E4%B8%AD%E6%96%87', 'q=%E4%BD%A0%E5%A5%BD&page=1', 'hello%20world%21', '%25E4%25B8%25AD'],
  counterExamples: ['100%', '50% of 80%', 'plain', 'https://example.com/%20', '%zz'],
  detect(sample) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(sample) || /\s/.test(sample)) return undefined
    const count = sample.match(/%[0-9a-f]{2}/gi)?.length ?? 0
    if (!count || /%(?![0-9a-f]{2})/i.test(sample)) return undefined
    const share = (count * 3) / sample.length
    return { score: share > 0.5 || count > 2 ? 0.97 : 0.8 }
  },
})
