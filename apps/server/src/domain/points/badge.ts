import { fillText, type Lang, type Text } from '@octet/core/text.ts'
import type { ShownMonitor } from './shown-monitor.ts'

const HEIGHT = 20
const PADDING = 7
const MOST_LETTERS = 40
/** Letters of 11 px: those of CJK scripts and of emoji are as wide as high, capitals and digits wider than small ones. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|[\u{1f000}-\u{3ffff}]/u
const NARROW = /[ijl.,:;'|!fIt ]/

const STATES: Readonly<Record<ShownMonitor['state'], { readonly colour: string; readonly word: Text }>> = {
  good: { colour: '#067647', word: { en: 'up', zh: '正常' } },
  bad: { colour: '#b42318', word: { en: 'down', zh: '异常' } },
  unknown: { colour: '#5f687e', word: { en: 'not known', zh: '未知' } },
  maintenance: { colour: '#1d4f9e', word: { en: 'maintenance', zh: '维护中' } },
  paused: { colour: '#5f687e', word: { en: 'paused', zh: '已暂停' } },
}
const WITH_SHARE: Text = { en: '{word} · {share}% in {days} days', zh: '{word} · {days} 天 {share}%' }

/** The state of a monitor as a small picture. It has grounds of its own, so that it can be read on light and dark pages. */
export function drawBadge({ title, state, availability }: ShownMonitor, lang: Lang): string {
  const { colour, word } = STATES[state]
  const month = availability.find(({ days }) => days === 30)
  const right =
    month?.per_cent == null
      ? word[lang]
      : fillText(WITH_SHARE[lang], { word: word[lang], share: month.per_cent, days: month.days })
  const left = toShort(title)
  const [leftPx, rightPx] = [toWidth(left), toWidth(right)]
  const [middle, width] = [leftPx + 2 * PADDING, leftPx + rightPx + 4 * PADDING]
  const words = escapeXml(`${left}: ${right}`)
  const write = (text: string, x: number, px: number) =>
    `<text x="${x}" y="14" textLength="${px}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${words}" xml:lang="${lang}">`,
    `<title>${words}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="4" fill="#39414f"/>`,
    `<path d="M${middle} 0h${width - middle - 4}a4 4 0 0 1 4 4v${HEIGHT - 8}a4 4 0 0 1-4 4h-${width - middle - 4}z" fill="${colour}"/>`,
    `<g fill="#fff" font-family="Verdana,Geneva,'DejaVu Sans','Noto Sans CJK SC',sans-serif" font-size="11">`,
    write(left, PADDING, leftPx),
    write(right, middle + PADDING, rightPx),
    '</g></svg>',
  ].join('')
}

/** As much as stands in a badge, by whole characters. */
function toShort(text: string): string {
  const letters = [...text]
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text
}

function toWidth(text: string): number {
  return Math.ceil([...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 11 : NARROW.test(letter) ? 4.4 : 7.1), 0))
}

/** What XML 1.0 cannot hold (§2.2) is left out. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeXml = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
