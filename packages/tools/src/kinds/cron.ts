import { defineKind } from '@octet/core/kind.ts'
import { splitCommand } from '../convert/cron/command.ts'
import { splitZone } from '../convert/cron/zone.ts'

const PART = /^(?:\*|\?|(?:[\dL]+|[A-Z]{3})(?:[-#/W]?(?:[\dL]+|[A-Z]{3})?)*)(?:\/\d+)?$/i
/** A longer part is none, and could be taken apart in too many ways to try. */
const MAX_PART = 40

export default defineKind({
  id: 'cron',
  title: { en: 'Cron expression', zh: 'Cron 表达式' },
  examples: [
    '*/15 9-17 * * MON-FRI',
    '0 0 * * *',
    '0 30 4 1,15 * *',
    '@daily',
    '*/5 * * * * /usr/bin/x',
    'CRON_TZ=Asia/Tokyo 0 9 * * *',
  ],
  counterExamples: ['1 2 3 4 5', '* * *', 'one two * four five', '@nobody', '@daily news', '* * * * * nothing'],
  detect(sample) {
    const { rest } = splitZone(sample)
    if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(rest)) return { score: 0.99 }
    const { expression, command } = splitCommand(rest)
    // Other words may follow stars, too; a path is a command.
    if (command !== undefined && (rest.includes('\n') || !/(?:^|\s)[./~]/.test(command))) return undefined
    const fields = expression.split(/[ \t]+/)
    if (fields.length < 5 || fields.length > 7 || !/[*?/]/.test(expression)) return undefined
    return fields.every((field) => field.split(',').every((part) => part.length <= MAX_PART && PART.test(part)))
      ? { score: 0.96 }
      : undefined
  },
})
