import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'json',
  title: { en: 'JSON', zh: 'JSON' },
  examples: ['{"a":1}', '[1, 2, {"b": null}]', '{"ip":"203.0.113.42","asn":"AS64500"}'],
  counterExamples: ['{a', 'plain text', '12'],
  detect(sample) {
    if (!/^[[{]/.test(sample)) return undefined
    try {
      JSON.parse(sample)
      return { score: 0.99 }
    } catch {
      // A cut sample or a small mistake: it opens like JSON, so the formatter is still the right place for it.
      return /^(\{\s*"[^"\n]*"\s*:|\[\s*[[{"\d])/.test(sample) ? { score: 0.7 } : undefined
    }
  },
})
