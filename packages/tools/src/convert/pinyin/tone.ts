/** Spellings of ü: as it is, as keyboards type it, as passports print it (LYU). */
export type UmlautForm = 'ü' | 'v' | 'yu'

const MARKS = ['\u0304', '\u0301', '\u030C', '\u0300'] as const
const DIAERESIS = '\u0308'
/** A syllable without its tone: an initial, vowels, an ending; and the few without a vowel (嗯 ng, 呣 m, 哼 hng). */
const SYLLABLE = /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[aoeiuüê]{1,3})(?:ng|n|r)?|hm|hng|m|n|ng|r)$/

export type Toned = { readonly plain: string; readonly tone: 0 | 1 | 2 | 3 | 4 }

/** A marked syllable taken apart: `lǜ` → `lü`, 4. Tone 0 is the neutral one. */
export function splitTone(syllable: string): Toned {
  const parts = syllable.normalize('NFD')
  const tone = MARKS.findIndex((mark) => parts.includes(mark)) + 1
  const plain = parts.replaceAll(/[\u0304\u0301\u030C\u0300]/g, '').normalize('NFC')
  return { plain, tone: tone as Toned['tone'] }
}

/**
 * Puts the mark where GB/T 16159 wants it: on a, e or o; in iu and ui on the second; else on the only vowel, or on the
 * m or n of a syllable without one.
 */
export function joinTone({ plain, tone }: Toned): string {
  if (tone === 0) return plain
  const at = findMarked(plain)
  if (at < 0) return plain
  const head = plain.slice(0, at + 1).normalize('NFD')
  return `${head}${MARKS[tone - 1]}`.normalize('NFC') + plain.slice(at + 1)
}

function findMarked(plain: string): number {
  for (const vowel of ['a', 'A', 'e', 'E', 'ê', 'Ê', 'o', 'O']) if (plain.includes(vowel)) return plain.indexOf(vowel)
  const pair = /i[u]|u[i]/i.exec(plain)
  if (pair) return pair.index + 1
  const vowel = plain.search(/[iuü]/i)
  return vowel >= 0 ? vowel : plain.search(/[mn]/i)
}

/** `lü` → lü, lv or lyu; lüe → lyue. Passports write LYU, NYU (公安部 2012); j, q, x and y drop the dots anyway. */
export function writeUmlaut(text: string, form: UmlautForm): string {
  const flat = text.normalize('NFC')
  if (form === 'ü') return flat
  return flat.normalize('NFD').replaceAll(`u${DIAERESIS}`, form).replaceAll(`U${DIAERESIS}`, form.toUpperCase()).normalize('NFC')
}

/** The initial of a plain syllable; empty for 安 and 嗯. */
export function toInitial(plain: string): string {
  return /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw](?=[aoeiuüê]))/.exec(plain)?.[0] ?? ''
}

/** From the first letter only: from each of a long run anew would take the square of its length. */
const NUMBERED = /(?<![a-zêü:])([a-zêü:]+?)([0-5])(?!\d)/giu

/** `lv4 se4`, `lü4`, `lu:4`, `nv3er2` → `lǜ sè`, `nǚér`; anything that is no syllable stays as it is. */
export function numbersToMarks(text: string): string {
  return text.normalize('NFC').replaceAll(NUMBERED, (whole, letters: string, digit: string) => {
    const plain = letters.replaceAll('u:', 'ü').replaceAll('U:', 'Ü').replaceAll('v', 'ü').replaceAll('V', 'Ü')
    return SYLLABLE.test(plain.toLowerCase()) ? joinTone({ plain, tone: (Number(digit) % 5) as Toned['tone'] }) : whole
  })
}

const MARKED = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu
const SPLIT =
  /(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?[aoeiuüê]{1,3}(?:ng(?![aoeiuüê])|n(?![aoeiuüêg])|r(?![aoeiuüê]))?|hng|hm|ng|m|n/gi

/** `lǜ sè` → `lü4 se4`; words of several syllables get a number after each. */
export function marksToNumbers(
  text: string,
  { neutral = '5', umlaut = 'ü' }: { neutral?: string; umlaut?: UmlautForm } = {},
): string {
  return text.normalize('NFC').replaceAll(MARKED, (word) => {
    const letters = (word.match(/\P{M}\p{M}*/gu) ?? []).map(splitTone)
    const plain = letters.map((letter) => letter.plain).join('')
    if (letters.every(({ tone }) => tone === 0) && !SYLLABLE.test(word.toLowerCase())) return word
    let at = 0
    const parts: string[] = []
    for (const { 0: syllable, index } of plain.matchAll(SPLIT)) {
      const tones = letters.slice(index, index + syllable.length).flatMap(({ tone }) => tone || [])
      if (index !== at || tones.length > 1) return word
      at += syllable.length
      parts.push(`${syllable}${tones[0] ?? neutral}`)
    }
    return at === plain.length ? writeUmlaut(parts.join(''), umlaut) : word
  })
}
