import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { joinText } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { drawNumbers, shuffle } from './draw.ts'

const MAX_ITEMS = 100_000
const NUMBERS = { mode: ['numbers'] } as const
const integer = (en: string, zh: string, value: string) =>
  z
    .string()
    .refine((text) => /^-?\d{1,40}$/.test(toDigits(text)), {
      error: joinText({ en: 'a whole number of at most 40 digits', zh: '不超过 40 位的整数' }),
    })
    .default(value)
    .meta({ label: { en, zh }, when: NUMBERS })

/** As an input method and a table write numbers, too: `１０` and `1,000`. */
const toDigits = (text: string): string => {
  const plain = text.normalize('NFKC').trim().replace(/^\+/, '')
  return /^-?\d{1,3}(?:,\d{3})+$/.test(plain) ? plain.replaceAll(',', '') : plain
}

export default defineTool({
  id: 'random',
  route: '/generate/random',
  group: 'generate',
  rank: 40,
  icon: 'Dice5',
  title: { en: 'Random numbers and picks', zh: '随机数、抽签与打乱' },
  summary: { en: 'Fair draws from a range of any size or from your own list', zh: '从任意范围或自定义名单中公平抽取' },
  about: {
    en: 'Every outcome is equally likely: bytes come from the strong random source of the machine and draws that would favour some numbers are discarded. Numbers may have up to 40 digits.',
    zh: '每种结果的概率完全相同：随机字节来自本机的安全随机源，会造成偏差的取值会被丢弃重取。数字最长 40 位。',
  },
  keywords: [
    'dice',
    'lottery',
    'raffle',
    'shuffle',
    '随机数',
    '抽奖',
    '摇号',
    '骰子',
    '打乱',
    'coin flip',
    'coin',
    'random number',
    '抛硬币',
    '掷骰子',
    '抽签',
    '抓阄',
    'd20',
    'random port',
    'random port generator',
    'pseudo random',
    '随机端口',
  ],
  input: z.object({
    mode: z
      .enum(['numbers', 'pick', 'shuffle'])
      .default('numbers')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          numbers: { en: 'Numbers', zh: '随机数' },
          pick: { en: 'Pick from a list', zh: '从名单抽取' },
          shuffle: { en: 'Shuffle a list', zh: '打乱顺序' },
        },
      }),
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'List, one per line', zh: '名单，每行一个' },
        widget: 'text',
        main: true,
        when: { mode: ['pick', 'shuffle'] },
      }),
    from: integer('From', '最小值', '1'),
    to: integer('To', '最大值', '100'),
    count: z
      .int()
      .min(1)
      .max(MAX_ITEMS)
      .default(1)
      .meta({ label: { en: 'How many', zh: '数量' }, when: { mode: ['numbers', 'pick'] } }),
    unique: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'No repeats', zh: '不重复' }, when: NUMBERS }),
    sorted: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Sorted', zh: '排序' }, when: NUMBERS, advanced: true }),
  }),
  output: z.object({ text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }) }),
  examples: [
    { name: { en: 'A die', zh: '掷骰子' }, input: { from: '1', to: '6' } },
    { name: { en: 'Lottery: 6 of 49', zh: '彩票：49 选 6' }, input: { to: '49', count: 6, unique: true, sorted: true } },
    { name: { en: 'Pick one of three', zh: '三选一' }, input: { mode: 'pick', text: 'Ada\nGrace\nLin' } },
  ],
  run({ mode, text, from, to, count, unique, sorted }, host) {
    if (mode !== 'numbers') {
      const items = splitLines(text)
        .map((line) => line.trim())
        .filter(Boolean)
      if (items.length === 0 || items.length > MAX_ITEMS || (mode === 'pick' && count > items.length))
        throw badCount(items.length, count)
      const mixed = shuffle(items, host.random)
      return { text: (mode === 'pick' ? mixed.slice(0, count) : mixed).join('\n') }
    }
    const [low, high] = [BigInt(toDigits(from)), BigInt(toDigits(to))]
    if (high < low) {
      const expected = { en: `at least ${low}`, zh: `不小于 ${low}` }
      throw new AppError('bad_input', { field: 'to', expected, got: high.toString() })
    }
    if (unique && BigInt(count) > high - low + 1n) throw badCount(high - low + 1n, count)
    const numbers = drawNumbers({ low, high, count, isUnique: unique }, host.random)
    if (sorted) numbers.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return { text: numbers.join('\n') }
  },
})

function badCount(available: number | bigint, count: number): AppError {
  const expected = {
    en: `at most as many as there are to draw from (${available}, up to ${MAX_ITEMS})`,
    zh: `不超过可抽取的数量（${available}，上限 ${MAX_ITEMS}）`,
  }
  return new AppError('bad_input', { field: 'count', expected, got: count })
}
