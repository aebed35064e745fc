export const DIGITS = '〇一二三四五六七八九'
export const toDigit = (sign: string): number => Math.max(0, DIGITS.indexOf(sign.replace('两', '二')))

/** Writes Chinese numerals below a hundred as figures, where what `follows`, a pattern, stands behind them: 十五 → 15. */
export function createFigures(follows: string): (text: string) => string {
  const pattern = new RegExp(
    `(?:([一二两三四五六七八九])?(十)([一二三四五六七八九])?|([〇零○一二两三四五六七八九]))(?=${follows})`,
    'gu',
  )
  return (text) =>
    text.replaceAll(pattern, (_all, tens = '一', ten?: string, ones = '〇', single?: string) =>
      String(ten === undefined ? toDigit(single ?? '') : toDigit(tens) * 10 + toDigit(ones)),
    )
}

const toDated = createFigures('[月日号点时分秒]')

/** Dates and hours in Chinese numerals as figures: 二〇二六年十二月一日 → 2026年12月1日, 下午三点半 → 下午3点30分. */
export function toFigures(text: string): string {
  const years = text.replace(/[〇零○一二三四五六七八九]{4}(?=年)/u, (year) => Array.from(year, toDigit).join(''))
  return toDated(years)
    .replace(/(?<=\d[点时])半/u, '30分')
    .replace(/(?<=\d[点时])([1一3三])刻/u, (_all, quarters: string) => `${/[1一]/.test(quarters) ? 15 : 45}分`)
}
