import { defineKind } from '@octet/core/kind.ts'
import { findKsuidTime, findObjectIdTime, findUlidTime, findXid, type IdTime } from '../lib/id-time.ts'

/** A time of this generation says that the digits are an id, and not just any. */
const isLikely = ({ ns }: IdTime) => ns >= 1_100_000_000_000_000_000n && ns < 2_500_000_000_000_000_000n

export default defineKind({
  id: 'sortable-id',
  title: { en: 'Identifier with a time inside', zh: '含时间的标识符' },
  examples: [
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '507f1f77bcf86cd799439011',
    '01hf7yat00tsv4rrffq69g5fav',
    '0ujtsYcgvSTl8PAuAdqWYSMnLOv',
    '9m4e2mr0ui3e8a215n4g',
  ],
  counterExamples: [
    '81ARZ3NDEKTSV4RRFFQ69G5FAV',
    'ffffffffffffffffffffffff',
    '01ARZ3NDEKTSV4RRFFQ69G5FA',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'counterdemonstrating',
    'zzzzzzzzzzzzzzzzzzzzzzzzzzz',
  ],
  detect(sample) {
    const sure = findUlidTime(sample)
    if (sure) return isLikely(sure) ? { score: 0.95, note: { en: sure.kind, zh: sure.kind } } : undefined
    // Beside a time they have letters and digits, as words of so many letters do not.
    const found = /\d/.test(sample) && /[a-z]/i.test(sample) ? (findKsuidTime(sample) ?? findXid(sample)) : undefined
    const likely = found ?? findObjectIdTime(sample)
    if (!likely || !isLikely(likely)) return undefined
    return { score: found ? 0.7 : 0.85, note: { en: likely.kind, zh: likely.kind } }
  },
})
