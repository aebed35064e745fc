import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'html-entities',
  title: { en: 'HTML entities', zh: 'HTML 实体' },
  examples: ['&lt;p&gt;Tom &amp; Jerry&lt;/p&gt;', '&#20013;&#25991;', '&#x4E2D;&#x6587;', 'caf&eacute;'],
  counterExamples: ['a & b', 'a=1&b=2', 'plain', '<p>text</p>'],
  first: 'html-entities',
  detect(sample) {
    const count = sample.match(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi)?.length ?? 0
    if (!count || /^\s*</.test(sample)) return undefined
    return { score: count > 1 ? 0.95 : 0.85 }
  },
})
