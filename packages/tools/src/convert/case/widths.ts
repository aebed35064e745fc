/** Signs of ASCII have full-width twins this far above (Unicode, Halfwidth and Fullwidth Forms, U+FF01 to U+FF5E). */
const OFFSET = 0xff01 - 0x21
/** Space, and the currency and other signs of U+FFE0 to U+FFE6, by their twins. */
const OTHERS: readonly (readonly [narrow: string, wide: string])[] = [
  [' ', '\u3000'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['¯', '￣'],
  ['¦', '￤'],
  ['¥', '￥'],
  ['₩', '￦'],
]
const TO_WIDE = new Map(OTHERS)
const TO_NARROW = new Map(OTHERS.map(([narrow, wide]) => [wide, narrow]))
/** Half-width katakana and its marks, which NFKC makes full width, ﾞ and ﾟ joined to the sign before. */
const NARROW_KANA = /[\uff61-\uff9f]+/g

/** Letters, digits, signs, spaces and katakana of half width as full width: `A1ｶﾞ` → `Ａ１ガ`. */
export const toFullWidth = (text: string): string =>
  text
    .replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + OFFSET))
    .replaceAll(/[ ¢£¬¯¦¥₩]/g, (sign) => TO_WIDE.get(sign) ?? sign)
    .replaceAll(NARROW_KANA, (kana) => kana.normalize('NFKC'))

/** Letters, digits, signs and spaces of full width as half width: `Ａ１，` → `A1,`. What has no twin in ASCII stays: 、。《》. */
export const toHalfWidth = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - OFFSET))
    .replaceAll(/[\u3000\uffe0-\uffe6]/g, (sign) => TO_NARROW.get(sign) ?? sign)
