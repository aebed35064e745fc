import type { Text } from '@octet/core/text.ts'
import { toHex } from '../../lib/bytes.ts'
import { findLatinLookalike, isSuspiciousMix, listScripts } from '../../lib/confusable.ts'
import { countGraphemes } from '../../lib/count-graphemes.ts'
import { countPoints } from '../../lib/count-points.ts'
import { toCharWidth, toWidth } from '../../lib/text-width.ts'
import { findBlock } from './blocks.ts'

/** One character of the table. */
export type CharacterRow = {
  char: string
  point: string
  name: string
  block: string
  category: string
  utf8: string
  width: number
}
/** Something in a text that the eye does not see or takes for something else. */
export type Finding = { at: number; point: string; what: Text }

/** Rows beyond this number are left out of the table. */
export const TABLE_LIMIT = 300

/** The table of the first characters of a text. */
export async function listCharacters(text: string): Promise<CharacterRow[]> {
  const { unicodeReadableName } = await import('unicode-name')
  return Array.from(text.slice(0, TABLE_LIMIT * 2))
    .slice(0, TABLE_LIMIT)
    .map((char) => {
      const point = char.codePointAt(0) ?? 0
      const isLone = !char.isWellFormed()
      return {
        char: isLone || /\p{C}/u.test(char) ? '' : char,
        point: toPoint(point),
        name: isLone ? 'lone surrogate' : (unicodeReadableName(char) ?? ''),
        block: findBlock(point),
        category: findCategory(char),
        utf8: isLone ? '' : toHex(new TextEncoder().encode(char), ' ').toUpperCase(),
        width: toCharWidth(char),
      }
    })
}

function toPoint(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ['Lu', /\p{Lu}/u],
  ['Ll', /\p{Ll}/u],
  ['Lt', /\p{Lt}/u],
  ['Lm', /\p{Lm}/u],
  ['Lo', /\p{Lo}/u],
  ['Mn', /\p{Mn}/u],
  ['Mc', /\p{Mc}/u],
  ['Me', /\p{Me}/u],
  ['Nd', /\p{Nd}/u],
  ['Nl', /\p{Nl}/u],
  ['No', /\p{No}/u],
  ['Pc', /\p{Pc}/u],
  ['Pd', /\p{Pd}/u],
  ['Ps', /\p{Ps}/u],
  ['Pe', /\p{Pe}/u],
  ['Pi', /\p{Pi}/u],
  ['Pf', /\p{Pf}/u],
  ['Po', /\p{Po}/u],
  ['Sm', /\p{Sm}/u],
  ['Sc', /\p{Sc}/u],
  ['Sk', /\p{Sk}/u],
  ['So', /\p{So}/u],
  ['Zs', /\p{Zs}/u],
  ['Zl', /\p{Zl}/u],
  ['Zp', /\p{Zp}/u],
  ['Cc', /\p{Cc}/u],
  ['Cf', /\p{Cf}/u],
  ['Cs', /\p{Cs}/u],
  ['Co', /\p{Co}/u],
]

function findCategory(char: string): string {
  return CATEGORIES.find(([, test]) => test.test(char))?.[0] ?? 'Cn'
}

const HIDDEN: readonly (readonly [RegExp, Text])[] = [
  [
    /[\u202a-\u202e\u2066-\u2069]/,
    { en: 'bidi control: changes the order in which text is shown', zh: '双向控制符：会改变文字的显示顺序' },
  ],
  [/[\u200e\u200f\u061c]/, { en: 'invisible direction mark', zh: '不可见的方向标记' }],
  [/[\u200b\u2060\ufeff]/, { en: 'zero-width space or byte order mark', zh: '零宽空格或字节序标记' }],
  [/[\u200c\u200d]/, { en: 'zero-width joiner or non-joiner', zh: '零宽连接符或非连接符' }],
  [/\u00ad/, { en: 'soft hyphen', zh: '软连字符' }],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/, { en: 'a space other than the usual one', zh: '非普通空格' }],
  [/[\u115f\u1160\u3164\uffa0\u180e\u2800]/, { en: 'blank letter: cannot be seen', zh: '空白字母：显示为空白' }],
  [/[\u{e0000}-\u{e007f}]/u, { en: 'tag character: hidden text', zh: '标签字符：可隐藏文字' }],
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  [/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/, { en: 'control character', zh: '控制字符' }],
  [/[\u2028\u2029]/, { en: 'line or paragraph separator', zh: '行分隔符或段落分隔符' }],
  [/\p{Co}/u, { en: 'private use: looks different everywhere', zh: '私用区字符：各处显示不同' }],
  [/\ufffd/, { en: 'replacement character: something was already lost here', zh: '替换字符：此处内容此前已丢失' }],
  [/\p{Cs}/u, { en: 'lone surrogate: half a character', zh: '孤立代理项：半个字符' }],
]

/** What may be found; where scripts are mixed, any letter beyond ASCII too. */
const HIDDEN_OR_FULL = new RegExp([...HIDDEN.map(([{ source }]) => source), '[\\uff00-\\uff5e]'].join('|'), 'gu')
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const HIDDEN_OR_FOREIGN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[^\0-\x7f]/gu
const MAX_FINDINGS = 200

/** Finds invisible, bidirectional and look-alike characters; at most {@link MAX_FINDINGS}. */
export function listFindings(text: string): Finding[] {
  const findings: Finding[] = []
  const isMixed = isSuspiciousMix(listScripts(text))
  let [at, counted] = [1, 0]
  for (const { 0: char, index } of text.matchAll(isMixed ? HIDDEN_OR_FOREIGN : HIDDEN_OR_FULL)) {
    if (findings.length === MAX_FINDINGS) break
    const isEmojiJoiner = char === '\u200d' && JOINED.test(text.slice(Math.max(0, index - 2), index))
    const hidden = isEmojiJoiner ? undefined : HIDDEN.find(([test]) => test.test(char))?.[1]
    const latin = isMixed || /[\uff00-\uff5e]/.test(char) ? findLatinLookalike(char) : undefined
    const what = hidden ?? (latin ? { en: `looks like the Latin “${latin}”`, zh: `形似拉丁字母“${latin}”` } : undefined)
    if (!what) continue
    at += countPoints(text, counted, index)
    counted = index
    findings.push({ at, point: toPoint(char.codePointAt(0) ?? 0), what })
  }
  return findings
}

/** What a joiner makes one picture with the next. */
const JOINED = /[\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}]$/u

/** Sizes of a text in every unit people count in. */
export function countText(text: string): {
  graphemes: number
  characters: number
  units: number
  bytes: number
  columns: number
  lines: number
} {
  return {
    graphemes: countGraphemes(text),
    characters: countPoints(text),
    units: text.length,
    bytes: new TextEncoder().encode(text).length,
    columns: toWidth(text),
    lines: text === '' ? 0 : text.split(/\r\n|[\n\r\u2028\u2029]/).length,
  }
}
