import type { Text } from '@octet/core/text.ts'
import type { FieldName } from '../dev/cron/cron-fields.ts'

/** Words of the cron page. */
export const cronText = {
  fields: { en: 'Field by field', zh: '逐段编辑' },
  fieldsHelp: {
    en: 'Choose a field, then click values; they are combined into the shortest form.',
    zh: '先选中一段，再点选数值，会自动合并为最简写法。',
  },
  everyN: { en: 'every {count}', zh: '每 {count}' },
  all: { en: 'All', zh: '全部' },
  special: {
    en: '“{text}” is not a plain set of values. Clicking a value replaces it.',
    zh: '“{text}”不是单纯的数值集合，点选数值将替换它。',
  },
  next: { en: 'Next runs', zh: '后续执行' },
  never: { en: 'None', zh: '无' },
  command: { en: 'Command:', zh: '命令：' },
  timer: { en: 'As a systemd timer, in [Timer]', zh: 'systemd 定时器（写入 [Timer] 一节）' },
  startWith: { en: 'Start with', zh: '常用' },
} as const

export const FIELD_WORDS: Readonly<Record<FieldName, Text>> = {
  second: { en: 'Second', zh: '秒' },
  minute: { en: 'Minute', zh: '分' },
  hour: { en: 'Hour', zh: '时' },
  day: { en: 'Day', zh: '日' },
  month: { en: 'Month', zh: '月' },
  weekday: { en: 'Weekday', zh: '周' },
  year: { en: 'Year', zh: '年' },
}

/** Expressions to start from, as cron writes them. */
export const CRON_STARTS: readonly (readonly [expression: string, words: Text])[] = [
  ['* * * * *', { en: 'every minute', zh: '每分钟' }],
  ['*/5 * * * *', { en: 'every 5 minutes', zh: '每 5 分钟' }],
  ['*/15 * * * *', { en: 'every 15 minutes', zh: '每 15 分钟' }],
  ['0 * * * *', { en: 'every hour', zh: '每小时' }],
  ['0 9 * * *', { en: 'every day at 9', zh: '每天 9 点' }],
  ['0 9 * * MON-FRI', { en: 'on workdays', zh: '工作日' }],
  ['0 9-17 * * MON-FRI', { en: 'hourly on workdays, 9 to 17', zh: '工作日 9–17 点每小时' }],
  ['0 0 * * SAT,SUN', { en: 'at weekends', zh: '周末' }],
  ['0 0 * * MON', { en: 'every Monday', zh: '每周一' }],
  ['0 0 1 * *', { en: 'on the 1st', zh: '每月 1 日' }],
  ['0 0 L * *', { en: 'on the last day', zh: '每月最后一天' }],
  ['0 0 LW * *', { en: 'on the last workday', zh: '每月最后一个工作日' }],
  ['0 0 * * FRIL', { en: 'on the last Friday', zh: '每月最后一个周五' }],
  ['0 0 1 */3 *', { en: 'every quarter', zh: '每季度' }],
  ['0 0 1 1 *', { en: 'every year', zh: '每年' }],
]
