import type { Text } from '@octet/core/text.ts'
import { findFieldNames, NICKNAMES, splitExpression, type CronDialect, type CronFieldName } from './dialect.ts'
import { CronFault } from './fault.ts'
import { parseField, shorten, type CronField } from './field.ts'

export type CronExpression = {
  readonly dialect: CronDialect
  readonly fields: Readonly<Record<CronFieldName, CronField>>
  /** crontab(5): the days are alternatives only if neither field begins with `*`; cron looks at the first character. */
  readonly needsBothDays: boolean
  /** The expression in capitals, with seconds where it has a year; days of the week keep their numbers. */
  readonly written: string
}

/** Reads an expression; the dialect is guessed where none is given. Throws {@link CronFault}. */
export function parseExpression(text: string, wanted?: CronDialect): CronExpression {
  const { parts, dialect } = splitExpression(text, wanted)
  const names = findFieldNames(parts.length, dialect)
  if (!names) throw new CronFault(toWrongCount(parts, dialect))
  const written = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '*']))
  const zone = dialect === 'unix' ? findZone(parts) : undefined
  if (zone) throw new CronFault(zone)
  const get = (name: CronFieldName) => parseField(written[name] ?? (name === 'second' ? '0' : '*'), name, dialect)
  const fields = {
    second: get('second'),
    minute: get('minute'),
    hour: get('hour'),
    day: get('day'),
    month: get('month'),
    weekday: get('weekday'),
    year: get('year'),
  }
  if (dialect !== 'unix') checkQuestion(written)
  return {
    dialect,
    fields,
    needsBothDays: [written.day, written.weekday].some((field) => field?.startsWith('*') || field === '?'),
    written: writeForWords(parts, names, dialect),
  }
}

/**
 * The parts with seconds before them where a year follows, in capitals; Sunday, which cron writes as 0 and 7, and what else
 * a list has twice stand once, and a list that holds everything is `*`.
 */
function writeForWords(parts: readonly string[], names: readonly CronFieldName[], dialect: CronDialect): string {
  const clean = parts.map((part, index) => {
    const isUnixWeekday = names[index] === 'weekday' && dialect === 'unix'
    if (isUnixWeekday && part === '0-7') return '0-6'
    const isList = isUnixWeekday && /^[0-7](?:,[0-7])+$/.test(part)
    const items = [...new Set((isList ? part.replaceAll('7', '0') : part.toUpperCase()).split(','))]
    return items.includes('*') ? '*' : items.join(',')
  })
  return (names.at(-1) === 'year' && names[0] === 'minute' ? ['0', ...clean] : clean).join(' ')
}

/** Quartz' and AWS' rule: one of the two days says something, the other is `?`. */
function checkQuestion({ day = '', weekday = '' }: Readonly<Record<string, string>>): void {
  if ((day === '?') === (weekday === '?'))
    throw new CronFault({
      en: `exactly one of day of month and day of week is ?, not “${shorten(day)}” and “${shorten(weekday)}”`,
      zh: `“日”与“周”应恰有一个为 ?，而非“${shorten(day)}”和“${shorten(weekday)}”`,
    })
}

const COUNTS: Readonly<Record<CronDialect, Text>> = {
  unix: { en: 'five, six or seven parts', zh: '五段、六段或七段' },
  quartz: { en: 'six or seven parts, seconds first', zh: '六段或七段，以秒开头' },
  aws: { en: 'six parts, the year last', zh: '六段，以年结尾' },
}

function toWrongCount(parts: readonly string[], dialect: CronDialect): Text {
  const [first = ''] = parts
  if (/^@reboot$/i.test(first))
    return { en: '@reboot runs when the machine starts and has no fixed times', zh: '@reboot 在开机时执行，没有固定时间' }
  if (first.startsWith('@'))
    return {
      en: `${Object.keys(NICKNAMES).join(', ')}, not “${shorten(parts.join(' '))}”`,
      zh: `${Object.keys(NICKNAMES).join('、')}，而非“${shorten(parts.join(' '))}”`,
    }
  if (/^rate\(/i.test(first))
    return {
      en: 'AWS rate(…) counts from the moment its rule is created and has no fixed times',
      zh: 'AWS 的 rate(…) 从规则创建时起计，没有固定时间',
    }
  const count = COUNTS[dialect]
  return findZone(parts) ?? { en: `${count.en}, not ${parts.length}`, zh: `应为${count.zh}，而非 ${parts.length} 段` }
}

/** A setting before the fields. */
function findZone([first = '']: readonly string[]): Text | undefined {
  if (!/^(?:CRON_)?TZ=/i.test(first)) return undefined
  return { en: `“${shorten(first)}” belongs in the time zone field`, zh: `“${shorten(first)}”请填入时区一栏` }
}
