import { defineKind } from '@octet/core/kind.ts'
import { findKsuidTime, findXid } from '../lib/id-time.ts'

/** A time of this generation says that the digits are an id, and not just any. */
const isLikely = (ms: number) => ms >= 1_100_000_000_000 && ms < 2_500_000_000_000
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

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
    if (/^[0-7][\dA-HJKMNP-TV-Z]{25}$/i.test(sample)) {
      const ms = [...sample.slice(0, 10).toUpperCase()].reduce((sum, digit) => sum * 32 + BASE32.indexOf(digit), 0)
      return isLikely(ms) ? { score: 0.95, note: { en: 'ULID', zh: 'ULID' } } : undefined
    }
    // Beside a time they have letters and digits, as words of so many letters do not.
    const found = /\d/.test(sample) && /[a-z]/i.test(sample) ? (findKsuidTime(sample) ?? findXid(sample)) : undefined
    if (found)
      return isLikely(Number(found.ns / 1_000_000n)) ? { score: 0.7, note: { en: found.kind, zh: found.kind } } : undefined
    if (!/^[\da-f]{24}$/i.test(sample) || !isLikely(Number.parseInt(sample.slice(0, 8), 16) * 1000)) return undefined
    return { score: 0.85, note: { en: 'ObjectId', zh: 'ObjectId' } }
  },
})
