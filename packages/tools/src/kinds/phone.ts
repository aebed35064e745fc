import { defineKind } from '@octet/core/kind.ts'

/** Mainland mobile segments: 13x–19x. */
const CN_MOBILE = /^(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}$/
const CN_LANDLINE = /^0\d{2,3}-\d{7,8}(?:(?:-| ?转 ?)\d{1,6})?$/
/** One with the name of its owner, and several. */
const CN_OWNED = /^\p{sc=Han}{2,4}[ :：]?1[3-9]\d{9}$/u
const CN_LIST = /^1[3-9]\d{9}(?:[\s,;，；、]{1,3}1[3-9]\d{9})+$/
const CN_SERVICE = /^(?:400|800)-?\d{3}-?\d{4}$/
const INTERNATIONAL = /^\+[1-9](?:[ ().-]{0,2}\d){6,14}$/

export default defineKind({
  id: 'phone',
  title: { en: 'Phone number', zh: '电话号码' },
  examples: [
    '13800138000',
    '+86 138 0013 8000',
    '010-12345678',
    '400-123-4567',
    '+1 (212) 555-0100',
    '+442079460000',
    'tel:+8613800138000',
    '0755-26001234转802',
    '张三 13800138000',
    '13800138000, 13900139000',
  ],
  counterExamples: ['12345', '23800138000', '+123'],
  detect(sample) {
    const linked = /^tel:([+\d ().-]{3,30})$/i.exec(sample)?.[1]
    const found = findScore((linked ?? sample).normalize('NFKC'))
    if (found === undefined) return undefined
    return linked === undefined ? { score: found } : { score: 0.95, text: linked }
  },
})

function findScore(plain: string): number | undefined {
  if (INTERNATIONAL.test(plain)) return 0.95
  if (CN_MOBILE.test(plain)) return 0.9
  return [CN_LANDLINE, CN_SERVICE, CN_OWNED, CN_LIST].some((pattern) => pattern.test(plain)) ? 0.85 : undefined
}
