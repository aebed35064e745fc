import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseAlphabet, toAlphabet, writeNumeral } from './numeral.ts'
import { readValue, READINGS } from './read.ts'
import { toBaseRows, toCodeRows, toFloatRow, toFloatRows, toTwosRows } from './report.ts'

const NUMBER = { reading: ['number'] } as const
/** Beyond this many characters the tables are left out and only the result is made. */
const TABLE_LIMIT = 5000

/** Codes whose name is a word. */
const CODES = {
  Gray: { en: 'Gray', zh: '格雷码' },
  'Base −2': { en: 'Base −2', zh: '负二进制' },
  Roman: { en: 'Roman', zh: '罗马数字' },
  Bits: { en: 'Bits', zh: '位数' },
  'Bits set': { en: 'Bits set', zh: '为 1 的位数' },
}

const text = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

/** A column of numbers has short lines; one number that is written over several has long ones. */
const LONGEST_OF_LIST = 40
const MAX_LIST = 10_000

/** The numbers of a list, a line each; undefined where the lines are one number, or a calculation that goes on. */
function findList(source: string): string[] | undefined {
  const lines = splitLines(source).map((line) => line.trim())
  const numbers = lines.filter((line) => line !== '')
  const isList = numbers.length > 1 && numbers.every((line) => line.length <= LONGEST_OF_LIST && !OPEN_END.test(line))
  if (!isList) return undefined
  if (numbers.length > MAX_LIST)
    throw new AppError('too_large', { field: 'text', limit: counted(MAX_LIST, 'lines'), got: counted(numbers.length, 'lines') })
  return numbers
}

/** A line of a calculation that goes on: an operator or an open bracket at an end, or brackets that are not closed. */
const OPEN_END = /^[+*/×÷%&|^)]|[-+*/×÷−%&|^~<>(]$/

/** Many write a power so. */
const NO_POWER = { en: '^ is XOR (exclusive or) here; a power is written 2**64', zh: '^ 在此为按位异或；乘方请写作 2**64' }

export default defineTool({
  id: 'base',
  route: '/jinzhizh',
  group: 'subnet',
  rank: 40,
  icon: 'Binary',
  title: { en: 'Number base converter', zh: '进制转换' },
  summary: {
    en: 'Bases 2–64 and your own alphabet, exact fractions, two’s complement, IEEE 754, BCD, Gray, Roman, arithmetic',
    zh: '2–64 进制与自定义字母表，小数精确到循环节，补码、IEEE 754、BCD、格雷码、罗马数字与算式',
  },
  about: {
    en: 'Nothing is rounded: numbers are exact fractions of any length, and a fraction that never ends shows its repeating part in brackets (0.1 is 0.0(0011) in base 2). Decimal numbers may have an exponent (6.02e23). In bases up to 36 the input may be a calculation with + − × / // % ** & | ^ ~ << >> and numbers that begin with 0b, 0o or 0x.\n\nFloats are rounded to nearest, ties to even (IEEE 754-2019). Several short lines are several numbers; longer ones are the parts of one.',
    zh: '全程不取整：数值以任意长度的整数分数保存，除不尽的小数把循环节写在括号里（0.1 的二进制是 0.0(0011)）。十进制数可带指数（6.02e23）；36 进制以内可直接输入算式，支持 + − × / // % ** & | ^ ~ << >>，数字可带 0b、0o、0x 前缀。\n\n浮点数取最接近的值，居中时取偶（IEEE 754-2019）。多行较短的内容按多个数逐行转换，较长的行视为同一个数的各段。',
  },
  keywords: [
    'radix',
    'binary',
    'octal',
    'hex',
    'float',
    'ieee 754',
    'gray',
    'bcd',
    'roman',
    '二进制',
    '八进制',
    '十六进制',
    '2进制',
    '8进制',
    '16进制',
    '补码',
    '浮点数',
    '罗马数字',
    'binary to decimal',
    'decimal to binary',
    'hex to decimal',
    'decimal to hex',
    '十六进制转十进制',
    '二进制转换',
    '16进制转10进制',
    'roman numerals',
    '十进制',
    '10进制',
    'twos complement',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Number or calculation', zh: '数字或算式' },
      widget: 'text',
      main: true,
      placeholder: { en: '255 · 0.1 · 0xff + 0b11', zh: '255 · 0.1 · 0xff + 0b11' },
    }),
    reading: z
      .enum(READINGS)
      .default('number')
      .meta({
        label: { en: 'Read as', zh: '输入类型' },
        options: {
          number: { en: 'Number', zh: '数字' },
          twos: { en: 'Two’s complement bits', zh: '补码' },
          float: { en: 'IEEE 754 bits', zh: 'IEEE 754 浮点位' },
          gray: { en: 'Gray code', zh: '格雷码' },
          bcd: { en: 'BCD', zh: 'BCD 码' },
          roman: { en: 'Roman numerals', zh: '罗马数字' },
          negabinary: { en: 'Base −2', zh: '负二进制' },
          text: { en: 'Text (UTF-8 bytes)', zh: '文本（UTF-8 字节）' },
        },
      }),
    from: z
      .int()
      .min(2)
      .max(64)
      .default(10)
      .meta({ label: { en: 'From base', zh: '源进制' }, when: NUMBER }),
    to: z
      .int()
      .min(2)
      .max(64)
      .default(16)
      .meta({ label: { en: 'To base', zh: '目标进制' } }),
    width: z
      .enum(['8', '16', '32', '64', '128'])
      .default('32')
      .meta({
        label: { en: 'Width', zh: '位宽' },
        unit: 'bit',
        when: { reading: ['twos', 'float'] },
        options: Object.fromEntries(['8', '16', '32', '64', '128'].map((bits) => [bits, { en: bits, zh: bits }])),
      }),
    littleEndian: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Little-endian bytes', zh: '小端字节序' }, when: { reading: ['twos', 'float'] }, advanced: true }),
    places: z
      .int()
      .min(0)
      .max(10_000)
      .default(100)
      .meta({ label: { en: 'Digits after the point, at most', zh: '小数位上限' }, advanced: true }),
    group: z
      .int()
      .min(0)
      .max(64)
      .default(0)
      .meta({ label: { en: 'Digits per group (0: none)', zh: '每组位数（0 为不分组）' }, advanced: true }),
    upper: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Capital letters', zh: '字母大写' }, advanced: true }),
    fromAlphabet: z
      .string()
      .max(1000)
      .default('')
      .meta({
        label: { en: 'Custom digits of the input', zh: '输入的自定义字母表' },
        help: { en: 'Lowest first; its length is the base', zh: '从小到大排列，其长度即进制' },
        when: NUMBER,
        advanced: true,
      }),
    toAlphabet: z
      .string()
      .max(1000)
      .default('')
      .meta({
        label: { en: 'Custom digits of the result', zh: '结果的自定义字母表' },
        help: { en: 'Lowest first; its length is the base', zh: '从小到大排列，其长度即进制' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    note: text('Note', '提示').optional(),
    bases: z
      .array(z.object({ base: z.int().meta({ label: { en: 'Base', zh: '进制' } }), value: text('Value', '数值') }))
      .meta({ label: { en: 'In other bases', zh: '各进制' }, widget: 'table' }),
    twos: z
      .array(
        z.object({
          width: z.int().meta({ label: { en: 'Bits', zh: '位宽' } }),
          binary: text('Binary', '二进制'),
          hex: text('Hexadecimal', '十六进制'),
          signed: text('As signed', '有符号值'),
        }),
      )
      .meta({ label: { en: 'Two’s complement', zh: '补码' }, widget: 'table' }),
    floats: z
      .array(
        z.object({
          format: text('Format', '格式'),
          hex: text('Hexadecimal', '十六进制'),
          sign: text('Sign', '符号'),
          exponent: text('Exponent', '指数'),
          fraction: text('Fraction', '尾数'),
          value: text('Exact value', '精确值'),
          error: text('Error', '误差'),
          kind: text('Kind', '类别'),
        }),
      )
      .meta({ label: { en: 'IEEE 754', zh: 'IEEE 754 浮点数' }, widget: 'table' }),
    codes: z
      .array(
        z.object({ code: z.string().meta({ label: { en: 'Code', zh: '编码' }, options: CODES }), value: text('Value', '数值') }),
      )
      .meta({ label: { en: 'Codes', zh: '其他编码' }, widget: 'table' }),
  }),
  errors: ['unsupported_value'],
  accepts: { number: { text: '' }, 'prefixed-number': { text: '', to: 10 }, hex: { text: '', from: 16, to: 10 } },
  // The tables of an answer are long: tool.test.ts compares them.
  examples: [
    {
      name: { en: '255 in hexadecimal', zh: '255 的十六进制' },
      input: { text: '255' },
    },
    { name: { en: '0.1 in binary repeats', zh: '0.1 的二进制是循环小数' }, input: { text: '0.1', to: 2 } },
    { name: { en: 'Calculation', zh: '算式' }, input: { text: '0xff + 0b11 * 2', to: 10 } },
    { name: { en: 'Bits of a float', zh: '浮点数的位' }, input: { text: 'c0200000', reading: 'float', to: 10 } },
    { name: { en: 'Roman numerals', zh: '罗马数字' }, input: { text: 'MMXXVI', reading: 'roman', to: 10 } },
  ],
  run({ text: source, reading, from, to, width, littleEndian, ...options }, { lang }) {
    const writing = { places: options.places, group: options.group, upper: options.upper }
    const alphabet = options.toAlphabet ? parseAlphabet(options.toAlphabet, 'toAlphabet') : toAlphabet(to)
    const read = (part: string) =>
      readValue(part, {
        reading,
        base: from,
        alphabet: options.fromAlphabet,
        width: Number(width),
        isLittleEndian: littleEndian,
      })
    const list = reading === 'text' ? undefined : findList(source)
    if (list) {
      const results = list.map((one) => {
        const { value: number, float: bits } = read(one)
        return number ? writeNumeral(number, alphabet, writing) : bits ? toFloatRow(bits.bits, bits.name).value : ''
      })
      const words = { en: `${list.length} numbers, a line each`, zh: `共 ${list.length} 个数，逐行转换` }
      return { text: results.join('\n'), note: words[lang], bases: [], twos: [], floats: [], codes: [] }
    }
    const { value, float } = read(source)
    const floats = float ? [toFloatRow(float.bits, float.name)] : undefined
    if (!value) return { text: floats?.[0]?.value ?? '', bases: [], twos: [], floats: floats ?? [], codes: [] }
    const result = writeNumeral(value, alphabet, writing)
    const note = reading === 'number' && !options.fromAlphabet && source.includes('^') ? { note: NO_POWER[lang] } : {}
    if (result.length > TABLE_LIMIT || source.length > TABLE_LIMIT)
      return { text: result, ...note, bases: [], twos: [], floats: [], codes: [] }
    return {
      text: result,
      ...note,
      bases: toBaseRows(value, [from, to], writing),
      twos: toTwosRows(value),
      floats: floats ?? toFloatRows(value),
      codes: toCodeRows(value),
    }
  },
})
