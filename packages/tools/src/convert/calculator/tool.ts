import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import type { Meaning } from './evaluate.ts'
import { FORMS, isWritten, listForms, writeValue } from './forms.ts'
import { calculateLines, type CalculatedLine } from './lines.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

const MEANINGS: Readonly<Record<Meaning, { en: string; zh: string }>> = {
  'percent-of-left': {
    en: 'A percentage behind + or − is one of the number before it',
    zh: '“+”“−”之后的百分数，按其前面的数计算',
  },
  remainder: {
    en: 'A % between two numbers is the remainder (mod); a percentage of a number is written 15% of 80',
    zh: '两数之间的 % 为取余（mod）；求百分之几请写作 15% of 80 或 80的15%',
  },
  'left-to-right': {
    en: 'A factor without a sign counts like one with ×, from left to right: 6/2(1+2) is (6/2)×(1+2)',
    zh: '省略的乘号与“×”同级，从左到右计算：6/2(1+2) 即 (6/2)×(1+2)',
  },
}

export default defineTool({
  id: 'calculator',
  route: '/convert/jisuanqi',
  group: 'convert',
  rank: 45,
  icon: 'Calculator',
  title: { en: 'Calculator', zh: '计算器' },
  summary: {
    en: 'Exact decimals and fractions, percentages, large integers, hex and bits, functions, several lines with names',
    zh: '精确小数与分数、百分比、大整数、十六进制与位运算、函数，支持多行与命名',
  },
  about: {
    en: 'Numbers are exact fractions: 0.1 + 0.2 is 0.3, and 2^256 has all of its digits. What does not end, such as 1/3 or √2, is rounded to the chosen digits and marked ≈; functions are calculated to about 80 digits. Numbers of more than 10,000 digits are refused.\n\nPercent: 15% of 80, 80 + 15%, 80 − 15%; from 80 to 92 gives the change. Between two numbers % is the remainder, the same as mod, with the sign of the divisor. ^ is a power (2^-3, 8^(1/3)); bits have & | xor ~ << >> on numbers such as 0xff and 0b1010. // divides and rounds down. A × may be left out: 2pi, 2(3 + 4).\n\nNames: price = 80, then price × 1.13 below; ans is the line before. What follows a # is a comment. Functions: sqrt, cbrt, root, exp, ln, log, log2, sin, cos, tan and their inverses, atan2, abs, round, floor, ceil, min, max, sum, avg, median, gcd, lcm, ncr, npr, and n!. Constants: pi, e, tau, phi. 30° is in degrees in either setting.',
    zh: '数值以精确分数计算：0.1 + 0.2 等于 0.3，2^256 保留全部位数。除不尽或无理的结果（1/3、√2）按所选位数舍入并标 ≈，函数精确到约 80 位。超过 10000 位的数会被拒绝。\n\n百分比：80的15%（15% of 80）、80 + 15%、80 − 15%；“从80到92”求变化率，“12占80”求占比。两数之间的 % 为取余，同 mod，符号随除数。^ 为乘方（2^-3、8^(1/3)）；位运算用 & | xor ~ << >>，可写 0xff、0b1010。// 为向下取整的除法。乘号可省略：2pi、2(3 + 4)。\n\n命名：先写 单价 = 80，下一行即可写 单价 × 1.13；ans 为上一行结果，# 之后为注释。函数：sqrt、cbrt、root、exp、ln、log、log2、sin、cos、tan 及其反函数、atan2、abs、round、floor、ceil、min、max、sum、avg、median、gcd、lcm、ncr、npr 与 n!；常数：pi、e、tau、phi。30° 始终为角度。×÷（）％ 等全角符号及 万、亿 均可使用。',
  },
  keywords: [
    'math',
    'maths',
    'evaluator',
    'expression',
    'arithmetic',
    'percentage',
    'percent calculator',
    'percent change',
    'percent off',
    'percentage increase',
    'discount',
    'tax',
    'fraction',
    'fraction to decimal',
    'big integer',
    'bigint',
    'bitwise',
    'bit shift',
    'modulo',
    'remainder',
    'square root',
    'logarithm',
    'factorial',
    'gcd',
    'lcm',
    'scientific calculator',
    'programmer calculator',
    'average',
    'mean',
    'median',
    'sum',
    '计算',
    '算式',
    '表达式求值',
    '数学',
    '百分比',
    '百分数',
    '百分比计算',
    '涨幅',
    '折扣',
    '税',
    '分数',
    '分数转小数',
    '大数',
    '位运算',
    '取余',
    '取模',
    '开方',
    '平方根',
    '对数',
    '阶乘',
    '最大公约数',
    '最小公倍数',
    '平均数',
    '中位数',
    '求和',
    '科学计算器',
    '程序员计算器',
    'big number calculator',
    'large numbers',
    '大数计算',
  ],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(20_000)
      .meta({
        label: { en: 'Calculation, one per line', zh: '算式，每行一个' },
        widget: 'text',
        main: true,
        placeholder: { en: 'price = 80\nprice + 15%\nfrom 80 to 92', zh: '单价 = 80\n单价 + 15%\n从80到92' },
      }),
    angle: z
      .enum(['rad', 'deg'])
      .default('rad')
      .meta({
        label: { en: 'Angles in', zh: '角度单位' },
        options: { rad: { en: 'Radians', zh: '弧度' }, deg: { en: 'Degrees', zh: '度' } },
      }),
    digits: z
      .int()
      .min(1)
      .max(60)
      .default(15)
      .meta({ label: { en: 'Significant digits of what is rounded', zh: '舍入后的有效位数' }, advanced: true }),
  }),
  output: z.object({
    text: shown('Result', '结果').meta({ widget: 'text', main: true }),
    isExact: z.boolean().meta({ label: { en: 'Exact', zh: '精确' }, widget: 'hidden' }),
    forms: z
      .array(
        z.object({
          form: z
            .enum(Object.keys(FORMS) as (keyof typeof FORMS)[])
            .meta({ label: { en: 'Written as', zh: '写法' }, options: FORMS }),
          value: shown('Value', '数值'),
        }),
      )
      .meta({ label: { en: 'Other ways to write it', zh: '其他写法' }, widget: 'table' }),
    rows: z
      .array(
        z.object({
          line: shown('Line', '算式'),
          result: shown('Result', '结果'),
          note: shown('Note', '提示').optional(),
        }),
      )
      .optional()
      .meta({ label: { en: 'Line by line', zh: '逐行结果' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  accepts: { calculation: { text: '' } },
  examples: [
    {
      name: { en: 'A percentage more', zh: '加百分之十五' },
      input: { text: '80 + 15%' },
      output: {
        text: '92',
        isExact: true,
        forms: [
          { form: 'hex', value: '0x5c' },
          { form: 'octal', value: '0o134' },
          { form: 'binary', value: '0b1011100' },
        ],
        notes: ['A percentage behind + or − is one of the number before it'],
      },
    },
    { name: { en: 'Change in percent', zh: '变化率' }, input: { text: 'from 80 to 92' } },
    { name: { en: 'Exact decimals', zh: '精确小数' }, input: { text: '0.1 + 0.2' } },
    { name: { en: 'Bits', zh: '位运算' }, input: { text: '0xff & ~0b1010 << 2' } },
    { name: { en: 'Large powers', zh: '大数' }, input: { text: '2^256 - 1' } },
    {
      name: { en: 'Several lines with names', zh: '多行与命名' },
      input: { text: 'price = 80\ntax = 13%\nprice + tax\nround(ans / 3, 2)' },
    },
    { name: { en: 'Angles', zh: '角度' }, input: { text: 'sin(30°) + cos(45°)^2' } },
  ],
  run({ text, angle, digits }, { lang }) {
    const lines = calculateLines(text, { angle, lang })
    const write = ({ value }: CalculatedLine) => (value ? writeValue(value, digits) : '')
    const last = lines.at(-1)?.value
    const meanings = new Set(lines.flatMap((line) => [...line.meanings]))
    return {
      text: lines.map((line) => (line.value ? write(line) : line.problem)).join('\n'),
      isExact: lines.every(({ value }) => value !== undefined && isWritten(value, digits)),
      forms: last ? listForms(last, digits) : [],
      ...(lines.length > 1 && {
        rows: lines.map((line) => ({ line: line.input, result: write(line), ...(line.problem && { note: line.problem }) })),
      }),
      notes: [...meanings].map((meaning) => MEANINGS[meaning][lang]),
    }
  },
})
