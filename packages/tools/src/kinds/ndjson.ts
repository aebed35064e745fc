import { defineKind } from '@octet/core/kind.ts'
import { splitLines } from '@octet/core/lines.ts'
import { isJson } from '../lib/json/is-json.ts'

export default defineKind({
  id: 'ndjson',
  title: { en: 'JSON Lines', zh: 'JSON Lines' },
  examples: ['{"a":1}\n{"a":2}', '[1]\n[2]\n[3]'],
  counterExamples: ['{"a":1}', '[1,\n2]', '1\n2', '{"a":1}\nword'],
  detect(sample) {
    if (!/^[[{]/.test(sample)) return undefined
    const lines = splitLines(sample).filter((line) => line.trim())
    // The last line of a cut sample may be half a value.
    const whole = sample.length >= 65_536 ? lines.slice(0, -1) : lines
    const isEach = lines.length > 1 && whole.every((line) => /^\s*[[{].*[}\]]\s*$/s.test(line) && isJson(line))
    return isEach ? { score: 0.97, note: { en: `${lines.length} values`, zh: `${lines.length} 个值` } } : undefined
  },
})
