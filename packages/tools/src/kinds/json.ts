import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'json',
  title: { en: 'JSON', zh: 'JSON' },
  examples: [
    '{"a":1}',
    "{a: 1, 'b': [1, 2,],}",
    "{'ok': True}",
    '[1, 2',
    '[1, 2, {"b": null}]',
    '{"ip":"203.0.113.42","asn":"AS64500"}',
  ],
  counterExamples: ['{a', '[2001:db8::1]:443', '{ color: red }', 'plain text', '12'],
  detect(sample) {
    if (!/^[[{]/.test(sample)) return undefined
    try {
      JSON.parse(sample)
      return { score: 0.99 }
    } catch {
      // A cut sample or a small mistake: it opens like JSON, so the formatter is still the right place for it.
      if (/^(\{\s*"[^"\n]*"\s*:|\[\s*(?:[[{"]|-?\d[\d.]*\s*(?:,|$)))/.test(sample)) return { score: 0.7 }
      // Keys without double quotes, as JavaScript and Python write them.
      return /^\{\s*(?:'[^'\n]*'|[\w$]+)\s*:\s*(?:['"[{\d-]|true|false|null|None)/i.test(sample) ? { score: 0.65 } : undefined
    }
  },
})
