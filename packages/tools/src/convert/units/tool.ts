import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toBase, understand } from './convert.ts'
import { listUnits } from './find-unit.ts'
import { QUANTITIES } from './quantities.ts'
import { SYSTEMS } from './unit.ts'
import { spellReading, writeDefinition, writeIn, writeNames, writeReading, writeResult } from './write-amount.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'units',
  route: '/convert/danwei',
  group: 'convert',
  rank: 40,
  icon: 'RulerMeasure',
  title: { en: 'Unit converter', zh: '单位换算' },
  summary: {
    en: 'Length, mass, temperature, area, volume, pressure, energy and more, exactly; market units 斤 两 亩 里 too',
    zh: '长度、质量、温度、面积、体积、压力、能量等精确换算，含斤、两、亩、里、尺等市制单位',
  },
  about: {
    en: 'Type an amount with its unit, and a target if you like: 5 ft 11 in, 72 °F to °C, 3斤是多少克. Every unit of the same quantity is listed. Factors are exact fractions: an inch is 2.54 cm and nothing is rounded on the way. A number that does not end, or that rests on π or on a measurement, is rounded to the chosen digits and marked ≈.\n\nSI units follow the SI Brochure; inch and pound the agreement of 1959, other British and American units NIST SP 811 and the Weights and Measures Act 1985. KiB, MiB and GiB are powers of 1024, kB, MB and GB powers of 1000 (IEC 80000-13).\n\n里, 尺, 斤, 两, 亩 are the market units (市制) of mainland China: 3 尺 to the metre, 2 斤 to the kilogram, 10 两 to the 斤 since 1959, 15 亩 to the hectare. Those of Taiwan and Hong Kong are listed by their own names. A name with several meanings, such as gal, oz or 分, is read in the commonest one; the others stand below the result.',
    zh: '输入带单位的量，也可写明目标单位：5 ft 11 in、72 °F 转 °C、3斤是多少克。结果列出同一种量的全部单位。换算系数均为精确分数：1 英寸恰为 2.54 厘米，中途不取整。除不尽的数，以及涉及 π 或测量值的数，按所选位数舍入并标 ≈。\n\n国际单位制单位依据 SI 手册，英寸与磅依据 1959 年国际协定，其余英美单位依据 NIST SP 811 与英国《1985 年度量衡法》。KiB、MiB、GiB 按 1024 进位，kB、MB、GB 按 1000 进位（IEC 80000-13）。\n\n里、尺、斤、两、亩按中国大陆市制：1 米为 3 尺，1 千克为 2 斤，1959 年起 1 斤为 10 两，1 公顷为 15 亩。台制与香港单位另列名称。gal、oz、分等有多种含义的名称按最常用的理解，其余含义列在结果下方。',
  },
  keywords: [
    'unit conversion',
    'unit converter',
    'measure',
    'metric',
    'imperial',
    'temperature',
    'celsius to fahrenheit',
    'fahrenheit',
    'kelvin',
    'length',
    'feet',
    'inches to cm',
    'cm to inches',
    'miles to km',
    'pounds',
    'kg to lbs',
    'ounces',
    'gallon',
    'litres',
    'liters',
    'metres',
    'meters',
    'acre',
    'hectare',
    'horsepower',
    'psi',
    'mpg',
    'kwh',
    'calories',
    'weight',
    'area',
    'volume',
    'speed',
    'pressure',
    'torque',
    'data units',
    'gib',
    'mib',
    '换算',
    '换算器',
    '单位转换',
    '计量单位',
    '度量衡',
    '温度',
    '温度换算',
    '摄氏度',
    '华氏度',
    '长度换算',
    '重量换算',
    '面积换算',
    '体积换算',
    '压力换算',
    '英寸',
    '英尺',
    '英里',
    '磅',
    '盎司',
    '加仑',
    '斤',
    '市斤',
    '市制',
    '亩',
    '公顷',
    '平方米',
    '马力',
    '油耗',
    '大卡',
    'convert distance',
    'distance',
    'kb to mb',
    'bytes to gb',
    'mb to gb',
    'gb to gib',
  ],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(200)
      .meta({
        label: { en: 'Amount with its unit', zh: '带单位的量' },
        main: true,
        placeholder: { en: '5 ft 11 in · 72 °F · 10 GiB to GB', zh: '5 ft 11 in · 72 °F · 3斤 · 1亩等于多少平方米' },
      }),
    to: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'Target unit', zh: '目标单位' },
        placeholder: { en: 'cm, °C, kg', zh: 'cm、°C、千克' },
        help: { en: 'Empty means the unit most often wanted', zh: '留空则取最常用的单位' },
      }),
    digits: z
      .int()
      .min(1)
      .max(30)
      .default(10)
      .meta({
        label: { en: 'Significant digits of what is rounded', zh: '舍入后的有效位数' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: shown('Result', '结果').meta({ main: true }),
    readAs: shown('Read as', '识别为'),
    equation: shown('Equation', '换算式'),
    value: shown('Value', '数值').meta({ widget: 'hidden' }),
    unit: shown('Unit', '单位').meta({ widget: 'hidden' }),
    isExact: z.boolean().meta({ label: { en: 'Exact', zh: '精确' }, widget: 'hidden' }),
    quantity: z.enum(QUANTITIES.map(({ id }) => id)).meta({
      label: { en: 'Quantity', zh: '物理量' },
      widget: 'hidden',
      options: Object.fromEntries(QUANTITIES.map(({ id, name }) => [id, name])),
    }),
    others: z
      .array(
        z.object({
          reading: shown('If it means', '若指'),
          result: shown('Result', '结果'),
          text: shown('To be typed', '明确写法').meta({ widget: 'hidden' }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Other meanings', zh: '其他含义' }, widget: 'table' }),
    rows: z
      .array(
        z.object({
          unit: shown('Unit', '单位'),
          symbol: shown('Symbol', '符号'),
          value: shown('Value', '数值'),
          isExact: z.boolean().meta({ label: { en: 'Exact', zh: '精确' } }),
          system: z.enum(Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[]).meta({
            label: { en: 'System', zh: '单位制' },
            options: SYSTEMS,
          }),
        }),
      )
      .meta({ label: { en: 'In every unit', zh: '全部单位' }, widget: 'table' }),
    definitions: z
      .array(z.object({ unit: shown('Unit', '单位'), definition: shown('Definition', '定义'), source: shown('Source', '出处') }))
      .meta({ label: { en: 'Where the numbers come from', zh: '系数出处' }, widget: 'table' }),
  }),
  accepts: { measure: { text: '' } },
  // Every unit of a quantity is long: units.test.ts compares them.
  examples: [
    { name: { en: 'A height in feet and inches', zh: '英尺英寸换算厘米' }, input: { text: '5 ft 11 in to cm' } },
    { name: { en: 'Fahrenheit to Celsius', zh: '华氏度换算摄氏度' }, input: { text: '72 °F' } },
    { name: { en: 'Market units: 3 jin 2 liang', zh: '市制：三斤二两' }, input: { text: '3斤2两', to: 'kg' } },
    { name: { en: 'GiB and GB', zh: 'GiB 与 GB' }, input: { text: '10 GiB' } },
    { name: { en: 'One mu in square metres', zh: '一亩是多少平方米' }, input: { text: '1亩等于多少平方米' } },
    { name: { en: 'Fuel use', zh: '油耗' }, input: { text: '30 mpg', to: 'L/100 km' } },
    { name: { en: 'Recipe', zh: '食谱用量' }, input: { text: '¾ cup', to: 'mL' } },
  ],
  run({ text, to, digits }, { lang }) {
    const { reading, target, others } = understand(text, to)
    const base = toBase(reading)
    const written = writeIn(base, { target, reading, digits })
    const units = listUnits(target.quantity)
    const listed = units.some(({ symbol }) => symbol === target.symbol) ? units : [target, ...units]
    const involved = [...reading.parts.map(({ unit }) => unit), target]
    const definitions = involved.filter((unit, at) => involved.findIndex(({ symbol }) => symbol === unit.symbol) === at)
    return {
      text: writeResult(written, target),
      readAs: writeNames(reading)[lang],
      equation: `${writeReading(reading)} ${written.isExact ? '=' : '≈'} ${writeResult({ ...written, isExact: true }, target)}`,
      value: written.text,
      unit: target.symbol,
      isExact: written.isExact,
      quantity: target.quantity.id,
      ...(others.length > 0 && {
        others: others.map((other) => ({
          reading: other.reading === reading ? other.target.name[lang] : writeNames(other.reading)[lang],
          result: writeResult(writeIn(toBase(other.reading), { ...other, digits }), other.target),
          text: `${spellReading(other.reading, lang)} -> ${other.target.name[lang]}`,
        })),
      }),
      rows: listed.map((unit) => {
        const { text: value, isExact } = writeIn(base, { target: unit, reading, digits })
        return { unit: unit.name[lang], symbol: unit.symbol, value, isExact, system: unit.system }
      }),
      definitions: definitions.flatMap((unit) => writeDefinition(unit, lang) ?? []),
    }
  },
})
