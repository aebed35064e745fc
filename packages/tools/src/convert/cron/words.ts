import type { Lang } from '@octet/core/text.ts'
import type { CronExpression } from './expression.ts'
import type { CronDialect, CronFieldName } from './dialect.ts'
import type { CronField } from './field.ts'

const NAMES = ['second', 'minute', 'hour', 'day', 'month', 'weekday', 'year'] as const satisfies readonly CronFieldName[]
type Parts = Record<CronFieldName, string>

/** An expression in words. */
export async function toWords({ fields, dialect, needsBothDays, written }: CronExpression, lang: Lang): Promise<string> {
  const { default: library } = await import('cronstrue/i18n.js')
  // CommonJS: bundlers hand out the class itself, Node the module around it.
  const cronstrue = library.default ?? library
  const say = (parts: Parts) => {
    const words = cronstrue.toString(NAMES.map((name) => parts[name]).join(' '), {
      locale: lang === 'zh' ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      logicalAndDayFields: true,
      dayOfWeekStartIndexZero: dialect === 'unix',
    })
    return lang === 'zh' ? toChineseSigns(words) : words
  }
  const parts = toParts(written, { fields, dialect })
  const words = !needsBothDays && !fields.day.isAny && !fields.weekday.isAny ? sayEither(parts, say, lang) : say(parts)
  return (
    words + (fields.day.beforeLast?.isWorkday === true ? { en: ' (the nearest weekday)', zh: '（取最近的工作日）' }[lang] : '')
  )
}

/** The library joins the two days by “and”, if at all; where either is enough they are said one after the other. */
function sayEither(parts: Parts, say: (parts: Parts) => string, lang: Lang): string {
  const any = { ...parts, day: '*', weekday: '*', month: '*', year: '*' }
  const time = say(any)
  const rest = (some: Partial<Parts>) => say({ ...any, ...some }).slice(time.length)
  const date = rest({ month: parts.month, year: parts.year })
  const weekday = rest({ weekday: parts.weekday }).replace({ en: /^, (?:only )?/, zh: /^，[仅限]?/ }[lang], '')
  const day = time + rest({ day: parts.day })
  if (lang === 'zh') return `${day}，或${weekday}${date}`
  return `${day}, or ${/^(?:on|every) /.test(weekday) ? '' : 'on '}${weekday}${date}`
}

/**
 * The fields as the library says them rightly. A step begins anew with its field: one that does not go into it evenly,
 * or begins late, says too much. So `*\/40` is minutes 0 and 40, and of days of the week the days themselves are said. The library has no words for L-3W, and
 * none for 5#L, which is 5L.
 */
function toParts(written: string, { fields, dialect }: Pick<CronExpression, 'fields' | 'dialect'>): Parts {
  const texts = written.split(' ')
  const [second = '0', minute = '*', hour = '*', day = '*', month = '*', weekday = '*', year = '*'] =
    texts.length === 5 ? ['0', ...texts] : texts
  const list = (name: CronFieldName, text: string) => (isUneven(name, text) ? listValues(name, fields[name], dialect) : text)
  return {
    second: list('second', second),
    minute: list('minute', minute),
    hour: list('hour', hour),
    day: day.replace(/(L-\d+)W/, '$1'),
    month: list('month', month),
    weekday: list('weekday', weekday.replaceAll(/#L/gi, 'L')),
    year,
  }
}

/** How many values there are, of fields whose steps begin anew with each of them. */
const SIZES: Readonly<Partial<Record<CronFieldName, number>>> = { second: 60, minute: 60, hour: 24, month: 12 }

function isUneven(name: CronFieldName, text: string): boolean {
  if (name === 'weekday') return text.includes('/')
  const [, first, step] = /^(\*|\d+)\/(\d+)$/.exec(text) ?? []
  if (step === undefined) return false
  const isLate = first !== '*' && Number(first) - (name === 'month' ? 1 : 0) >= Number(step)
  return isLate || SIZES[name]! % Number(step) !== 0
}

function listValues(name: CronFieldName, { values, marks }: CronField, dialect: CronDialect): string {
  const shift = name === 'weekday' && dialect !== 'unix' ? 1 : 0
  return [...[...values].sort((a, b) => a - b).map((value) => value + shift), ...marks].join(',')
}

/** The library sets Chinese words and lists with Western commas, and spaces between them. */
const toChineseSigns = (words: string) =>
  words
    .replaceAll(/,\s*/g, '，')
    .replaceAll(/(?<=[\d月]|星期.)，(?=和)|(?<=和)限(?=每月)/g, '')
    .replaceAll(/，和(?=星期)/g, '，限')
    .replaceAll(/(?<=星期.)，(?=星期)|(?<=[一二三四五六七八九十]月)，(?=[一二三四五六七八九十]+月)|(?<=\d)，(?=\d)/g, '、')
    .replaceAll(/(?<=\p{sc=Han})\s+(?=\p{sc=Han})/gu, '')
    .replaceAll(/\s{2,}/g, ' ')
