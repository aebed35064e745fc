import { defineKind } from '@octet/core/kind.ts'

/** An object behind other words, as a line of a log has it. */
const BEHIND_WORDS = /^[\p{L}\d[][^\n{]{0,300}[\s=:：>]\{\s?"[^"\n]{1,80}"\s?:/u

export default defineKind({
  id: 'json-in-text',
  title: { en: 'JSON among other words', zh: '夹在文字中的 JSON' },
  examples: ['2026-11-30 08:14:02 INFO answer={"code":0,"data":[1]}', '[INFO] got {"a": 1}', '返回结果：{"code": 500}'],
  counterExamples: ['{"a":1}', 'no JSON {here}', '[{"a":1}]', 'if (x) { y() }'],
  detect(sample) {
    return BEHIND_WORDS.test(sample) ? { score: 0.55 } : undefined
  },
})
