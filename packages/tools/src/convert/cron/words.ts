import type { Lang } from '@octet/core/text.ts'
import type { CronExpression } from './expression.ts'

/** An expression in words. */
export async function toWords({ fields, dialect, needsBothDays, written }: CronExpression, lang: Lang): Promise<string> {
  const { default: library } = await import('cronstrue/i18n.js')
  // CommonJS: bundlers hand out the class itself, Node the module around it.
  const cronstrue = library.default ?? library
  // The library has no words for L-3W, and none for 5#L, which is 5L.
  const words = cronstrue.toString(written.replace(/(L-\d+)W/, '$1').replaceAll(/#L/gi, 'L'), {
    locale: lang === 'zh' ? 'zh_CN' : 'en',
    use24HourTimeFormat: true,
    logicalAndDayFields: needsBothDays,
    dayOfWeekStartIndexZero: dialect === 'unix',
  })
  const isNearWorkday = fields.day.beforeLast?.isWorkday === true
  if (lang === 'zh') return toChineseSigns(words) + (isNearWorkday ? '（取最近的工作日）' : '')
  return words + (isNearWorkday ? ' (the nearest weekday)' : '')
}

/** The library sets Chinese words with Western commas, and spaces between them. */
const toChineseSigns = (words: string) =>
  words
    .replaceAll(/,\s*/g, '，')
    .replaceAll(/(?<=\p{sc=Han})\s+(?=\p{sc=Han})/gu, '')
    .replaceAll(/\s{2,}/g, ' ')
