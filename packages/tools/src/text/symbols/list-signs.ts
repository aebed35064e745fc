import type { Lang } from '@octet/core/text.ts'
import { ASCII } from './ascii.ts'
import { loadEmoji, toTone, type Tone } from './emoji.ts'
import type { SetId, Sign, SignRow } from './sign.ts'
import { SYMBOL_SETS } from './symbol-sets.ts'

/** Signs of one set, or of all: emoji in a skin tone, and then the others. Emoji are loaded only where some are wanted. */
export async function listSigns(tone: Tone, wanted: SetId | 'all' = 'all'): Promise<readonly Sign[]> {
  const isWanted = ({ set }: Sign) => wanted === 'all' || set === wanted
  const others = OTHERS.filter(isWanted)
  if (wanted !== 'all' && others.length > 0) return others
  const emoji = (await loadEmoji()).filter(isWanted).map((sign) => ({ ...sign, char: toTone(sign, tone) }))
  return [...emoji, ...others]
}

const OTHERS: readonly Sign[] = Object.entries({ ...SYMBOL_SETS, ascii: ASCII }).flatMap(([set, signs]) =>
  signs.map(({ char, name }) => ({ char, name, set: set as SetId, words: [] })),
)

/** A sign as it is answered. */
export async function toRow({ char, name, set, shortcode }: Sign, lang: Lang): Promise<SignRow> {
  const points = Array.from(char, (each) => each.codePointAt(0)!)
  const codes = points.map((point) => point.toString(16).toUpperCase())
  const named = /^[\x20-\uffff]$/.test(char) ? (await import('entities')).encodeHTML(char) : char
  return {
    char,
    name: name[lang],
    code: codes.map((code) => `U+${code.padStart(4, '0')}`).join(' '),
    decimal: points.join(' '),
    html: /^&[A-Za-z]/.test(named) ? named : codes.map((code) => `&#x${code};`).join(''),
    ...(shortcode === undefined ? {} : { shortcode }),
    set,
  }
}
