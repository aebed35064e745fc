import { defineKind } from '@octet/core/kind.ts'

/** Digits of a Unix time between 2001-09-09 and 2286-11-20, by unit. */
const UNITS = {
  10: ['seconds', '秒'],
  13: ['milliseconds', '毫秒'],
  16: ['microseconds', '微秒'],
  19: ['nanoseconds', '纳秒'],
} as const

export default defineKind({
  id: 'timestamp',
  title: { en: 'Unix timestamp', zh: 'Unix 时间戳' },
  examples: ['1700000000', '1700000000000', '1700000000.123', '1700000000000000000'],
  counterExamples: ['170000', '17000000000', 'x1700000000'],
  detect(sample) {
    const match = /^([1-9]\d*)(?:\.\d{1,9})?$/.exec(sample)
    const unit = UNITS[(match?.[1]?.length ?? 0) as keyof typeof UNITS]
    if (!match || !unit || (match[1] !== sample && unit[0] !== 'seconds')) return undefined
    const seconds = Number(match[1]!.slice(0, 10))
    const date = new Date(seconds * 1000).toISOString().slice(0, 10)
    // Times of this generation are likely; the rest may be any number.
    const score = seconds >= 1_200_000_000 && seconds < 2_200_000_000 ? 0.82 : 0.6
    return { score, note: { en: `${unit[0]} since 1970: ${date}`, zh: `1970 年起的${unit[1]}数：${date}` } }
  },
})
