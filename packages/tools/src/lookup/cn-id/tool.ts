import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { listNumbers } from '../../lib/list-numbers.ts'
import { toCheckSign } from './citizen.ts'
import { findPlace } from './counties.ts'
import { readNumber, toPlain } from './read-number.ts'
import { readRegional } from './regional.ts'

const MAX_NUMBERS = 500
const KINDS = {
  citizen: { en: 'citizen, 18 characters', zh: '居民身份证（18 位）' },
  old: { en: 'citizen, 15 digits', zh: '居民身份证（15 位）' },
  residence: { en: 'resident from Hong Kong, Macao or Taiwan', zh: '港澳台居民居住证' },
  foreign: { en: 'foreign permanent resident', zh: '外国人永久居留身份证' },
  'hong-kong': { en: 'identity card of Hong Kong', zh: '香港身份证' },
  taiwan: { en: 'identity card of Taiwan', zh: '台湾身份证' },
  'taiwan-resident': { en: 'resident certificate of Taiwan', zh: '台湾居留证' },
  organisation: { en: 'organisation', zh: '统一社会信用代码' },
} as const
const label = (en: string, zh: string) => ({ label: { en, zh } })
const said = (en: string, zh: string) => z.string().nullable().meta(label(en, zh))

const row = z.object({
  number: z.string().meta({ ...label('Number', '号码'), secret: true }),
  kind: z
    .enum(['citizen', 'old', 'residence', 'foreign', 'hong-kong', 'taiwan', 'taiwan-resident', 'organisation'])
    .nullable()
    .meta({ ...label('Kind', '类型'), options: KINDS }),
  isValid: z.boolean().meta(label('Valid', '有效')),
  problem: said('Problem', '问题'),
  region: said('Region', '省份'),
  county: said('County', '市县'),
  birth: z
    .string()
    .nullable()
    .meta({ ...label('Born', '出生日期'), secret: true }),
  age: z.number().nullable().meta(label('Age', '年龄')),
  sex: z
    .enum(['male', 'female'])
    .nullable()
    .meta({ ...label('Sex', '性别'), options: { male: { en: 'male', zh: '男' }, female: { en: 'female', zh: '女' } } }),
  full: z
    .string()
    .nullable()
    .meta({ ...label('In 18 characters', '18 位号码'), secret: true }),
  office: said('Registered by', '登记管理部门'),
  entity: said('Kind of organisation', '机构类别'),
})
type Row = z.infer<typeof row>

export default defineTool({
  id: 'cn-id',
  route: '/life/shenfenzheng',
  group: 'lookup',
  rank: 7,
  icon: 'Id',
  title: { en: 'Chinese ID number check', zh: '身份证、信用代码校验' },
  summary: {
    en: 'Identity numbers and social credit codes',
    zh: '校验身份证号码与统一社会信用代码',
  },
  about: {
    en: 'The numbers stay in your browser. Identity numbers follow GB 11643 (check character by ISO 7064 MOD 11-2), also those of residence permits for people from Hong Kong, Macao and Taiwan and of foreign permanent residents; numbers of 15 digits are converted to 18. Of cards of Hong Kong and Taiwan the check digit is checked, too; Macao has not published its own.\n\nSocial credit codes follow GB 32100, including the organisation code of GB 11714. Counties are named by the current list, and those abolished since 2002 by the list of their time; older numbers may show the city or the province only.\n\nA number that passes is well-formed; only the authorities know whether it was issued.',
    zh: '号码不会离开浏览器。身份证号码依据 GB 11643（校验码为 ISO 7064 MOD 11-2），也支持港澳台居民居住证与外国人永久居留身份证；15 位旧号码可转为 18 位。香港与台湾身份证同样校验末位；澳门未公布校验算法。\n\n统一社会信用代码依据 GB 32100，并校验其中的组织机构代码（GB 11714）。市县名称依据现行区划代码，2002 年以来已撤销的代码按当年名称显示；更早的代码可能只能解析到地级市或省份。\n\n通过校验只说明格式正确，号码是否真实存在只有主管部门知道。',
  },
  keywords: [
    '身份证',
    '身份证号',
    '身份证查询',
    '身份证校验',
    '居民身份证',
    '统一社会信用代码',
    '信用代码',
    '组织机构代码',
    '营业执照',
    '居住证',
    '15位转18位',
    'shenfenzheng',
    '香港身份证',
    '台湾身份证',
    'hkid',
    'id card',
    'identity card',
    'resident identity',
    'uscc',
    'social credit code',
  ],
  accepts: { 'cn-id': {} },
  input: z.object({
    numbers: z
      .string()
      .min(1)
      .max(20_000)
      .meta({
        ...label('Numbers', '号码'),
        placeholder: { en: 'One per line', zh: '每行一个身份证号码或统一社会信用代码' },
        widget: 'text',
        main: true,
        secret: true,
      }),
  }),
  output: z.object({
    rows: z.array(row).meta({ ...label('Numbers', '号码'), widget: 'table' }),
    valid: z.number().meta(label('How many are valid', '有效数量')),
  }),
  examples: [
    {
      name: { en: 'The example of GB 11643', zh: 'GB 11643 中的示例' },
      input: { numbers: '11010519491231002X' },
      output: {
        rows: [
          {
            number: '11010519491231002X',
            kind: 'citizen',
            isValid: true,
            problem: null,
            region: 'Beijing',
            county: '朝阳区',
            birth: '1949-12-31',
            age: 76,
            sex: 'female',
            full: '11010519491231002X',
            office: null,
            entity: null,
          },
        ],
        valid: 1,
      },
    },
    {
      name: { en: '15 digits, and a wrong check character', zh: '15 位号码与错误的校验码' },
      input: { numbers: '110105491231002\n110105194912310021' },
    },
    { name: { en: 'Hong Kong and Taiwan', zh: '香港与台湾' }, input: { numbers: 'A123456(3)\nA123456789' } },
    { name: { en: 'The example of GB 32100', zh: 'GB 32100 中的示例' }, input: { numbers: '91350100M000100Y43' } },
  ],
  async run({ numbers }, { lang, now }) {
    const rows: Row[] = []
    for (const line of listNumbers(numbers, MAX_NUMBERS)) rows.push(await toRow(line.slice(0, 80), lang, now()))
    return { rows, valid: rows.filter(({ isValid }) => isValid).length }
  },
})

const NO_NUMBER: Text = {
  en: 'expected 18 characters, 15 digits of an old number, or a card of Hong Kong or Taiwan such as A123456(3) or A123456789',
  zh: '应为 18 位、15 位旧号码，或港台身份证号，如 A123456(3)、A123456789',
}

/** What is wrong with the form of a number; where only the last sign is missing, it is said. */
function toFormProblem(number: string): Text {
  if (!/^\d{17}$/.test(number)) return NO_NUMBER
  const check = toCheckSign(number)
  return { en: `its last character is missing, which would be ${check}`, zh: `缺少最后一位校验码，应为 ${check}` }
}

const FORMER: Record<Lang, (name: string) => string> = { en: (name) => `${name} (former)`, zh: (name) => `${name}（已撤销）` }
const OF_NOBODY = { birth: null, age: null, sex: null, full: null } as const
const OF_NO_OFFICE = { office: null, entity: null } as const

async function toRow(line: string, lang: Lang, today: Date): Promise<Row> {
  const number = toPlain(line)
  const regional = readRegional(number)
  if (regional)
    return {
      ...OF_NOBODY,
      ...OF_NO_OFFICE,
      number,
      kind: regional.kind,
      isValid: !regional.problem,
      problem: regional.problem?.[lang] ?? null,
      region: regional.region[lang],
      county: regional.county?.[lang] ?? null,
      sex: regional.isMale === undefined ? null : regional.isMale ? 'male' : 'female',
    }
  const found = readNumber(line, today)
  if (!found)
    return {
      number,
      kind: null,
      isValid: false,
      problem: toFormProblem(number)[lang],
      region: null,
      county: null,
      ...OF_NOBODY,
      ...OF_NO_OFFICE,
    }
  const { kind, problem, region } = found
  const place = region && found.code ? await findPlace(found.code) : undefined
  const common = {
    number,
    kind,
    isValid: !problem,
    problem: problem?.[lang] ?? null,
    region: region?.[lang] ?? null,
    county: place ? (place.isFormer ? FORMER[lang](place.name) : place.name) : null,
  }
  if (kind === 'organisation')
    return { ...common, ...OF_NOBODY, office: found.office?.[lang] ?? null, entity: found.entity?.[lang] ?? null }
  const { birth = null, age = null, isMale, full } = found
  const sex = birth === null ? null : isMale ? 'male' : 'female'
  return { ...common, birth, age, sex, full: problem ? null : full, ...OF_NO_OFFICE }
}
