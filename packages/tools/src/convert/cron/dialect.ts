import type { Text } from '@octet/core/text.ts'
import { findOwn } from '../../lib/find-own.ts'

/** Who reads an expression: the order of its fields and the number of Sunday differ. */
export type CronDialect = 'unix' | 'quartz' | 'aws'

export const CRON_DIALECTS: Readonly<Record<CronDialect, Text>> = {
  unix: { en: 'cron, Spring: Sunday is 0 or 7', zh: 'cron、Spring：周日为 0 或 7' },
  quartz: { en: 'Quartz: seconds first, Sunday is 1', zh: 'Quartz：以秒开头，周日为 1' },
  aws: { en: 'AWS: year last, Sunday is 1', zh: 'AWS：以年结尾，周日为 1' },
}

export type CronFieldName = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'year'

const FIVE = ['minute', 'hour', 'day', 'month', 'weekday'] as const

/** The fields of an expression of so many parts, in their order; undefined where the dialect has no such form. */
export function findFieldNames(count: number, dialect: CronDialect): readonly CronFieldName[] | undefined {
  if (dialect === 'aws') return count === 6 ? [...FIVE, 'year'] : undefined
  if (count === 5) return dialect === 'unix' ? FIVE : undefined
  if (count === 6) return ['second', ...FIVE]
  return count === 7 ? ['second', ...FIVE, 'year'] : undefined
}

/** Names that stand for expressions (crontab(5)). */
export const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** The parts of an expression and their dialect, which is guessed where none is given. Nicknames are written out. */
export function splitExpression(text: string, wanted?: CronDialect): { parts: string[]; dialect: CronDialect } {
  const name = text.normalize('NFKC').trim().toLowerCase()
  const nickname = findOwn(NICKNAMES, name)
  const parts = splitParts(nickname ?? text)
  return { parts, dialect: nickname === undefined ? (wanted ?? guessDialect(parts)) : 'unix' }
}

/**
 * The dialect that the parts of an expression show by their `?`, which Quartz and AWS want in one of the two days:
 * the third or fifth part is a day for AWS, the fourth or sixth for Quartz.
 */
function guessDialect(parts: readonly string[]): CronDialect {
  if (parts.length === 6 && (parts[2] === '?' || parts[4] === '?')) return 'aws'
  return parts.length > 5 && (parts[3] === '?' || parts[5] === '?') ? 'quartz' : 'unix'
}

/** The parts of an expression: half-width, without the `cron(…)` that AWS writes round it. */
function splitParts(expression: string): string[] {
  const plain = expression.normalize('NFKC').trim()
  return (/^cron\((.*)\)$/is.exec(plain)?.[1] ?? plain).trim().split(/\s+/)
}
