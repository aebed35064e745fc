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
    en: 'U+FFFD (锟斤拷, ï¿½) stands where a program could not read a character: that character is lost',
    zh: 'U+FFFD（锟斤拷、ï¿½）是程序无法识别字符时的替代符，原字符已丢失，无法还原',
  }
  return {
    text: repairs[0]?.text ?? text,
    action: 'repair',
    repairs: repairs.map((row) => ({ ...row, score: Math.round(row.score * 100) / 100 })),
    notes: [...(repairs.length ? [] : [none[lang]]), ...(LOST.test(text) ? [lost[lang]] : [])],
  }
}

const WRONG: readonly Charset[] = ['windows-1252', 'latin1', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'koi8-r']
const RIGHT: readonly Charset[] = ['utf-8', 'gb18030', 'big5', 'shift_jis', 'euc-kr']

/**
 * Guesses what a garbled text was: writes it back in the character set it may have been read as wrongly, and reads the bytes anew,
 * up to twice. Best first, only those that look better than the text itself.
 */
function listRepairs(text: string): Repair[] {
  const sample = text.slice(0, 20_000)
  const floor = rateText(sample)
  const once = listReadings(sample)
  const twice = once.slice(0, 4).flatMap((first) =>
    listReadings(first.text).map((second) => ({
      ...second,
      readAs: `${first.readAs} → ${second.readAs}`,
      wasIn: `${first.wasIn} → ${second.wasIn}`,
      score: second.score - 0.02,
    })),
  )
  const seen = new Set<string>([sample])
  return [...once, ...twice]
    .filter(({ score }) => score > floor + 0.1)
    .sort((a, b) => b.score - a.score)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, 5)
}

function listReadings(text: string): Repair[] {
  const readings = WRONG.flatMap((wrong) => {
    const bytes = findBytes(text, wrong)
    if (!bytes) return []
    return RIGHT.filter((right) => right !== wrong).flatMap((right) => {
      const read = findText(bytes, right)
      return read === undefined || read === text
        ? []
        : [{ text: read, readAs: CHARSETS[wrong].en, wasIn: CHARSETS[right].en, score: rateReading(read, right) }]
    })
  })
  return readings.sort((a, b) => b.score - a.score)
}

function findBytes(text: string, charset: Charset): Uint8Array | undefined {
  try {
    return encodeText(text, charset)
  } catch {
    return undefined
  }
}

/** Bytes beyond ASCII are hardly ever UTF-8 by chance, so that é is more likely than the ideograph of its two bytes. */
function rateReading(text: string, charset: Charset): number {
  const isProof = charset === 'utf-8' && /[\u0080-\u{10ffff}]/u.test(text)
  return Math.min(1, rateText(text) + (isProof ? 0.5 : 0))
}

/** How much a text looks like one: 1 for common characters only. Rare ideographs and symbols between letters are what garbling leaves behind. */
function rateText(text: string): number {
  const characters = Array.from(text)
  if (!characters.length) return 0
  return characters.reduce((sum, char) => sum + rateCharacter(char), 0) / characters.length
}

function rateCharacter(char: string): number {
  if (/[\x20-\x7e\n\r\t]/.test(char)) return 0.9
  if (/[，。！？、；：“”‘’（）《》…—]/.test(char)) return 1
  if (/[\p{Co}\p{Cc}\p{Cn}\ufffd]/u.test(char)) return -1
  if (/\p{Script=Han}/u.test(char)) return isCommonHan(char) ? 1 : 0.1
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char)) return /[\uff61-\uffdc]/.test(char) ? 0 : 0.9
  if (/[\p{Emoji_Presentation}]/u.test(char)) return 0.9
  return /\p{L}/u.test(char) ? 0.5 : 0
}

/** The 3,755 characters of GB 2312 level 1 are the ones in daily use; they have lead bytes B0–D7. */
function isCommonHan(char: string): boolean {
  const [lead = 0, trail = 0] = findBytes(char, 'gb18030') ?? []
  return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1
}
