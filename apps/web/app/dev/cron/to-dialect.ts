import type { CronDialect } from '@octet/tools/convert/cron/dialect.ts'

/** An expression of cron's five parts, its days by their names, as another dialect writes it: with `?` for one of the two days. */
export function toDialect(expression: string, dialect: CronDialect | 'auto'): string {
  if (dialect === 'unix' || dialect === 'auto') return expression
  const [minute, hour, day, month, weekday] = expression.split(' ')
  const fields = [minute, hour, weekday === '*' ? day : '?', month, weekday === '*' ? '?' : weekday]
  return (dialect === 'quartz' ? ['0', ...fields] : [...fields, '*']).join(' ')
}
