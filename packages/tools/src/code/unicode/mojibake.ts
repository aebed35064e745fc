import { CHARSETS, encodeText, findText, type Charset } from '../../lib/charset.ts'

import type { Lang } from '@octet/core/text.ts'

/** A reading of a garbled text. */
export type Repair = { text: string; readAs: string; wasIn: string; score: number }

/** U+FFFD, and its bytes of UTF-8 in GBK, EUC-KR and Windows-1252. */
const LOST = /\ufffd|锟斤拷|占쏙옙|ï¿½/
const NOTHING_LEFT = /^(?:\ufffd|锟斤拷|占쏙옙|ï¿½|\s)+$/

/** The likely readings of a garbled text, the best one as the result. */
export function repair(text: string, lang: Lang): { text: string; action: 'repair'; repairs: Repair[]; notes: string[] } {
  const repairs = listRepairs(text).filter((row) => !NOTHING_LEFT.test(row.text))
  const none = { en: 'No other reading looks better than the text itself', zh: '没有比原文更合理的还原结果' }
  const lost = {
    en: 'U+FFFD (锟斤拷, ï¿½) marks a character that a program could not read: that character is lost',
    zh: 'U+FFFD（锟斤拷、ï¿½）是程序无法识别字符时的替代符，原字符已丢失，无法还原',
  }
  return {
    text: repairs[0]?.text ?? text,
    action: 'repair',
    repairs: repairs.map((row) => ({ ...row, score: Math.round(Math.min(1, row.score) * 100) / 100 })),
    notes: [...(repairs.length ? [] : [none[lang]]), ...(LOST.test(`${text} ${repairs[0]?.text ?? ''}`) ? [lost[lang]] : [])],
  }
}

const WRONG: readonly Charset[] = ['windows-1252', 'latin1', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'koi8-r', 'windows-1251']
const RIGHT: readonly Charset[] = ['utf-8', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'windows-1251']

/** So many characters are read in every way; what fits them is done with the whole text. */
const SAMPLE = 20_000
/** A character is garbled into four at most: a sample may have to lose the last three. */
const MOST_CUT = 3
const MOST_SHOWN = 5

/** Characters sets in which a text was read wrongly, and those it was in; one after the other. */
type Step = { readonly wrong: Charset; readonly right: Charset }
type Reading = { readonly text: string; readonly steps: readonly Step[]; readonly score: number }

/**
 * Guesses what a garbled text was: writes it back in the character set it may have been read as wrongly, and reads the bytes anew,
 * up to twice. Best first, only those that look better than the text itself.
 */
function listRepairs(text: string): Repair[] {
  const repairs = new Map<string, Repair>()
  for (const { steps, score, text: sample } of listBetter(text)) {
    const whole = steps.reduce<string | undefined>((each, step) => each && reread(each, step), text)
    if (whole === undefined || whole === text || repairs.has(whole) || !hasEvidence(text, sample, steps)) continue
    const name = (part: keyof Step) => steps.map((step) => CHARSETS[step[part]].en).join(' → ')
    repairs.set(whole, { text: whole, readAs: name('wrong'), wasIn: name('right'), score })
    if (repairs.size === MOST_SHOWN) break
  }
  return [...repairs.values()]
}

/** Two ideographs are as good as two others: it takes three, signs of single bytes, or sound UTF-8. */
function hasEvidence(text: string, read: string, steps: readonly Step[]): boolean {
  const [first] = steps
  // Other garbling leaves signs and capitals between such letters.
  if (isLatin(first?.wrong) && ACCENTED.test(joinForeign(text.slice(0, SAMPLE))))
    return steps.length === 1 && first?.right === 'windows-1251'
  if (first?.wrong === 'windows-1251') return !isSound(text.slice(0, SAMPLE), first.wrong)
  if (steps.some(({ right }) => right === 'windows-1251')) return true // is read so only where it is sound
  if (steps.every(({ right }) => right !== 'utf-8') && isSound(text.slice(0, SAMPLE), first?.wrong)) return false
  if (isLatin(first?.wrong) || first?.wrong === 'koi8-r') return true
  return steps.some(({ right }) => right === 'utf-8') ? isForeign(read.match(/[^\0-\x7f]/u)?.[0]) : countForeign(text) > 2
}

const isLatin = (charset: Charset | undefined): boolean => charset === 'windows-1252' || charset === 'latin1'

/** Of both bytes of an ideograph in daily use, one is no such letter in Latin-1. */
const ACCENTED = /^[\u00df-\u00f6\u00f8-\u00ff]+$/
const LEAST_LETTERS = 6

/**
 * Whether a text looks right as it stands, so that it is not worth the ideographs that its bytes could be: accented small letters
 * as in «Größe», or words of Cyrillic or Greek with their capitals in front. KOI8-R makes short ones of ideographs, too.
 */
function isSound(text: string, wrong: Charset | undefined): boolean {
  const foreign = joinForeign(text)
  if (ACCENTED.test(foreign)) return true
  const words = text.match(/\p{L}+/gu)?.filter((word) => isForeign(word.match(/[^\0-\x7f]/)?.[0])) ?? []
  return (
    words.join('').length >= (wrong === 'koi8-r' ? LEAST_LETTERS : 1) &&
    words.every((word) => /^(?:\p{Script=Cyrillic}+|\p{Script=Greek}+)$/u.test(word) && /^\p{L}\p{Ll}*$|^\p{Lu}+$/u.test(word)) &&
    /^[\p{L}\p{P}\s№]*$/u.test(foreign)
  )
}

const joinForeign = (text: string): string => text.match(/[^\0-\x7f]/gu)?.join('') ?? ''
const countForeign = (text: string): number => text.match(/[^\0-\x7f]/gu)?.length ?? 0

/** Readings of a sample that are better than the sample; where it ends amid a character, of a shorter one. */
function listBetter(text: string): Reading[] {
  // All character sets have these signs at the same places.
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return []
  for (let cut = 0; cut <= (text.length > SAMPLE ? MOST_CUT : 0); cut++) {
    const sample = text.slice(0, SAMPLE - cut)
    const floor = rateText(sample)
    const once = listReadings(sample)
    const twice = once.slice(0, 4).flatMap((first) =>
      listReadings(first.text).map(({ text, steps, score }) => ({
        text,
        steps: [...first.steps, ...steps],
        score: score - 0.02,
      })),
    )
    const better = [...once, ...twice].filter(({ score }) => score > floor + 0.1).sort((a, b) => b.score - a.score)
    if (better.length > 0) return better
  }
  return []
}

function listReadings(text: string): Reading[] {
  const readings = WRONG.flatMap((wrong) => {
    const bytes = findBytes(text, wrong)
    return RIGHT.filter((right) => right !== wrong && isLikely({ wrong, right })).flatMap((right) => {
      const read = reread(text, { wrong, right }, bytes)
      return read === undefined || read === text || (right === 'windows-1251' && !isSoundCyrillic(read))
        ? []
        : [{ text: read, steps: [{ wrong, right }], score: rateReading(read, right) }]
    })
  })
  return readings.sort((a, b) => b.score - a.score)
}

/** Cyrillic takes one byte a letter in Windows-1251, where nearly any bytes are text: it is taken for proof, or for Latin letters. */
function isLikely({ wrong, right }: Step): boolean {
  if (wrong === 'windows-1251') return right === 'utf-8'
  return right !== 'windows-1251' || isLatin(wrong)
}

/**
 * Whether bytes beyond ASCII make nothing but words of Cyrillic, small letters with or without a capital in front. Letters of other
 * languages stand in words with plain ones, which these do not, and ideographs have capitals all over.
 */
function isSoundCyrillic(text: string): boolean {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => isForeign(word.match(/[^\0-\x7f]/)?.[0]))
  return (
    words.every((word) => /^[\u0401-\u045f\u0490\u0491][\u0430-\u045f\u0491]*$/.test(word)) &&
    words.join('').length >= LEAST_LETTERS &&
    /^[\p{Script=Cyrillic}«»„“”–—…№\u00a0]*$/u.test(text.replaceAll(/[\0-\x7f]/g, ''))
  )
}

function reread(text: string, { wrong, right }: Step, bytes = findBytes(text, wrong)): string | undefined {
  const read = bytes && findText(bytes, right)
  if (read !== undefined || right !== 'utf-8') return read
  if (!isLatin(wrong)) return readAroundLost(text, wrong)
  const mended = findBytes(
    text.replaceAll(LOST_QUOTES, '$&\u009d').replaceAll(LOST_SPACES, (place) => place.replace(' ', '\u00a0')),
    wrong,
  )
  return (mended && findText(mended, right)) ?? readAroundLost(text, wrong) ?? (bytes && readDropped(bytes))
}

/** Dropped bytes are worth a reading while so many characters are whole: one of five. */
const MOST_DROPPED = 4

/**
 * UTF-8 in which bytes are missing without a trace: those that Windows-1252 has no sign for, its soft hyphen and the controls of
 * Latin-1 are gone once a text was copied, so that `ä¸æ–‡` was 中文. All of them stand behind the first byte of a character, and what
 * such a character was is not known.
 */
function readDropped(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let [text, whole, cut] = ['', 0, 0]
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    const size = lead < 0x80 ? 1 : lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (size === 0) return undefined
    let end = at + 1
    while (end < at + size && (bytes[end]! & 0xc0) === 0x80) end++
    if (end === at + size) {
      text += decoder.decode(bytes.subarray(at, end))
      if (size > 1) whole++
    } else {
      // A letter among plain ones is that letter.
      if (end === at + 1 && !isInHigh(bytes[at - 1]) && !isInHigh(bytes[end])) return undefined
      text += '\ufffd'
      cut++
    }
    at = end
  }
  return whole > 0 && cut > 0 && cut <= MOST_DROPPED * whole ? text : undefined
}

const isInHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80

/** Byte 9D is no character of Windows-1252, so that ” is seen, and copied, as two. */
const LOST_QUOTES = /â€(?=[\t\n\r\x20-\x7e]|$)/g
/** What programs write for a byte that has no other to go with: an odd one of GBK, a free one of Windows-1252. */
const LOST_BYTES = /\ufffd+|(?<=[^\0-\x7f])\?+/

/**
 * UTF-8 that was read in another character set, of which some bytes were lost on the way: `璇疯緭鍏ュ瘑鐮�` was 请输入密码. What stands
 * between the losses must be sound but for the characters that they cut.
 */
function readAroundLost(text: string, wrong: Charset): string | undefined {
  const pieces = text.split(LOST_BYTES)
  if (pieces.length === 1) return undefined
  const read: string[] = []
  for (const [at, piece] of pieces.entries()) {
    const bytes = findBytes(piece, wrong)
    const known = bytes && findText(withoutCut(bytes, { isFirst: at === 0, isLast: at === pieces.length - 1 }), 'utf-8')
    if (known === undefined) return undefined
    read.push(known)
  }
  return read.some((piece) => /[^\0-\x7f]/.test(piece)) ? read.join('\ufffd') : undefined
}

/** Bytes of UTF-8 without the end of a character at their beginning and the beginning of one at their end. */
function withoutCut(bytes: Uint8Array, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Uint8Array {
  const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
  const head = isFirst ? 0 : bytes.subarray(0, 3).findIndex((byte) => !isInside(byte))
  const start = head < 0 ? 3 : head
  let last = bytes.length - 1
  while (last > bytes.length - 4 && isInside(bytes[last])) last--
  const lead = bytes[last] ?? 0
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return bytes.subarray(start, !isLast && size > bytes.length - last ? last : bytes.length)
}

/** Byte A0 is a space that does not break, and on many ways becomes a usual one: «Ã » was à. */
const LOST_SPACES = /[\u00c2-\u00df] |[\u00e0-\u00ef](?:[^\0-\x7f] | (?=[^\0-\x7f]))|[\u00f0-\u00f4][^\0-\x7f]{1,2} /g

function findBytes(text: string, charset: Charset): Uint8Array | undefined {
  try {
    return encodeText(text, charset)
  } catch {
    return undefined
  }
}

/** One letter of two bytes that hardly anybody writes: the bytes happened to fit. */
const BY_CHANCE = /^[\0-\x7f]*[\u00ff\u0180-\u0390\u03ca-\u040f\u0450-\u07ff][\0-\x7f]*$/

/** Bytes beyond ASCII are hardly ever UTF-8 by chance, so that é is more likely than the ideograph of its two bytes. */
function rateReading(text: string, charset: Charset): number {
  if (charset === 'windows-1251') return rateText(text) + 0.5
  const isProof = charset === 'utf-8' && isForeign(text.match(/[^\0-\x7f]/u)?.[0]) && !BY_CHANCE.test(text)
  // What was lost says nothing against the rest, which fits.
  return isProof ? rateText(text.replaceAll('\ufffd', '')) + 0.5 - (text.includes('\ufffd') ? 0.1 : 0) : rateText(text)
}

/** How much a text looks like one: 1 for common characters only. Rare ideographs and symbols between letters are what garbling leaves behind. */
function rateText(text: string): number {
  const characters = Array.from(text)
  if (!characters.length) return 0
  const rates = characters.map((char, at) => {
    const isLone = !isForeign(characters[at - 1]) && !isForeign(characters[at + 1])
    return isLone && LONE.test(char) ? 0.9 : rateCharacter(char)
  })
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

/** Letters and signs that stand alone among plain ones, as in café and 1–2: two bytes that were read wrongly leave two. */
const LONE = /[\p{Script=Latin}\p{P}\p{S}\p{N}]/u
const isForeign = (char: string | undefined): boolean => char !== undefined && char > '\x7f'

function rateCharacter(char: string): number {
  if (/[\x20-\x7e\n\r\t]/.test(char)) return 0.9
  if (/[，。！？、；：“”‘’（）《》…—]/.test(char)) return 1
  if (/[ー・\uff01-\uff5e\u2460-\u2473]/.test(char)) return 0.9
  if (/[\p{Co}\p{Cc}\p{Cn}\ufffd]/u.test(char)) return -1
  if (/\p{Script=Han}/u.test(char)) return rateHan(char)
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char)) return /[\uff61-\uffdc]/.test(char) ? 0 : 0.9
  if (/[\p{Emoji_Presentation}]/u.test(char)) return 0.9
  return /\p{L}/u.test(char) ? 0.5 : 0
}

/** What was found of ideographs: each is asked for in every reading. */
const hanRates = new Map<string, number>()

function rateHan(char: string): number {
  const known = hanRates.get(char)
  if (known !== undefined) return known
  const rate = isSimplified(char) ? 1 : isTraditional(char) ? 0.9 : 0.1
  hanRates.set(char, rate)
  return rate
}

/** The 3,755 characters of GB 2312 level 1 are the ones in daily use; they have lead bytes B0–D7. */
function isSimplified(char: string): boolean {
  const [lead = 0, trail = 0] = findBytes(char, 'gb18030') ?? []
  return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1
}

/** The same in Taiwan and Japan: level 1 of Big5 from A4 to C6, of JIS X 0208 from 88 to 98. */
function isTraditional(char: string): boolean {
  const [big5 = 0] = findBytes(char, 'big5') ?? []
  if (big5 >= 0xa4 && big5 <= 0xc6) return true
  const [jis = 0] = findBytes(char, 'shift_jis') ?? []
  return jis >= 0x88 && jis <= 0x98
}
