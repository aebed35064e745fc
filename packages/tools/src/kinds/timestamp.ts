import { defineKind } from '@octet/core/kind.ts'

/** Digits of a Unix time between 2001-09-09 and 2286-11-20, by unit. */
const UNITS = {
  10: ['seconds', '秒'],
  13: ['milliseconds', '毫秒'],
  16: ['microseconds', '微秒'],
  19: ['nanoseconds', '纳秒'],
} as const

/** 1970 in steps of 100 ns since 1601. */
const FILETIME_1970 = 116_444_736e9

export default defineKind({
  id: 'timestamp',
  title: { en: 'Timestamp', zh: '时间戳' },
  examples: ['1700000000', '1700000000000', '1700000000.123', '1700000000000000000', '133444736000000000'],
  counterExamples: ['170000', '17000000000', 'x1700000000'],
  detect(sample) {
    const filetime = /^1[1-5]\d{16}$/.test(sample) ? (Number(sample) - FILETIME_1970) / 1e4 : -1
    if (filetime > 0) {
      const day = new Date(filetime).toISOString().slice(0, 10)
      return { score: 0.75, note: { en: `FILETIME of Windows: ${day}`, zh: `Windows FILETIME：${day}` } }
    }
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
