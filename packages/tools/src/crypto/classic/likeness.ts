/** Share of each letter in English prose, in per cent, of the space among all signs, and what any other printing sign has. */
const LETTER_PERCENT = [
  8.2, 1.5, 2.8, 4.3, 12.7, 2.2, 2, 6.1, 7, 0.15, 0.77, 4, 2.4, 6.7, 7.5, 1.9, 0.095, 6, 6.3, 9.1, 2.8, 0.98, 2.4, 0.15, 2, 0.074,
]
const SPACE_PERCENT = 18
const CAPITAL_FACTOR = 0.15
const PRINTING_PERCENT = 0.2
const BEYOND_ASCII_PERCENT = 0.05
const CONTROL_PERCENT = 0.0001

/** Pairs that are most of what follows each other in English. */
const COMMON_PAIRS = /(?=th|he|in|er|an|re|on|at|en|nd|ti|es|or|te|of|ed|is|it|al|ar|st|to|nt|ng|se|ha|as|ou|io|le|ve)/gi
const PAIR_WEIGHT = 3

/** How much a text is like English: the mean logarithm of how common its signs are, and how many pairs are; more is likelier. */
export function measureLikeness(text: string): number {
  const pairs = text.match(COMMON_PAIRS)?.length ?? 0
  let sum = 0
  let count = 0
  for (const sign of text) {
    sum += Math.log(toPercent(sign))
    count++
  }
  return count ? (sum + PAIR_WEIGHT * pairs) / count : Number.NEGATIVE_INFINITY
}

function toPercent(sign: string): number {
  if (sign >= 'a' && sign <= 'z') return LETTER_PERCENT[sign.charCodeAt(0) - 97]!
  if (sign >= 'A' && sign <= 'Z') return LETTER_PERCENT[sign.charCodeAt(0) - 65]! * CAPITAL_FACTOR
  if (sign === ' ' || sign === '\n') return SPACE_PERCENT
  if (/[\p{C}\uFFFD]/u.test(sign)) return CONTROL_PERCENT
  return sign <= '~' ? PRINTING_PERCENT : BEYOND_ASCII_PERCENT
}
