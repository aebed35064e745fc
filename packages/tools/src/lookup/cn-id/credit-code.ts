import type { Text } from '@octet/core/text.ts'
import { REGIONS } from './regions.ts'

/** A unified social credit code (GB 32100). */
export type CreditCode = {
  readonly problem: Text | undefined
  /** The sign that the code would have to end in. */
  readonly check: string
  readonly region: Text | undefined
  /** Six digits of GB/T 2260. */
  readonly code: string
  readonly office: Text | undefined
  readonly entity: Text | undefined
}

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const ORGANISATION_SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** Who registers (GB 32100 table 1), and what is registered there, as far as the kinds are many. */
const OFFICES: Readonly<Record<string, { readonly name: Text; readonly entities: Readonly<Record<string, Text>> }>> = {
  1: {
    name: { en: 'establishment of public posts', zh: '机构编制' },
    entities: {
      1: { en: 'public authority', zh: '机关' },
      2: { en: 'public institution', zh: '事业单位' },
      3: { en: 'mass organisation with public posts', zh: '编办直接管理机构编制的群众团体' },
      9: { en: 'other', zh: '其他' },
    },
  },
  2: { name: { en: 'foreign affairs', zh: '外交' }, entities: {} },
  3: { name: { en: 'justice', zh: '司法行政' }, entities: {} },
  4: { name: { en: 'culture', zh: '文化' }, entities: {} },
  5: {
    name: { en: 'civil affairs', zh: '民政' },
    entities: {
      1: { en: 'association', zh: '社会团体' },
      2: { en: 'private non-profit institution', zh: '民办非企业单位' },
      3: { en: 'foundation', zh: '基金会' },
      9: { en: 'other', zh: '其他' },
    },
  },
  6: { name: { en: 'tourism', zh: '旅游' }, entities: {} },
  7: { name: { en: 'religion', zh: '宗教' }, entities: {} },
  8: { name: { en: 'trade unions', zh: '工会' }, entities: {} },
  9: {
    name: { en: 'industry and commerce', zh: '工商' },
    entities: {
      1: { en: 'company', zh: '企业' },
      2: { en: 'self-employed person', zh: '个体工商户' },
      3: { en: 'farmers’ cooperative', zh: '农民专业合作社' },
    },
  },
  A: { name: { en: 'the army', zh: '中央军委改革和编制办公室' }, entities: {} },
  N: { name: { en: 'agriculture', zh: '农业' }, entities: {} },
  Y: { name: { en: 'other', zh: '其他' }, entities: {} },
}

/** Undefined for what has another form; a code that is wrong says why. */
export function readCreditCode(code: string): CreditCode | undefined {
  if (!/^[\dA-Z]{2}\d{6}[\dA-Z]{10}$/.test(code)) return undefined
  const check = toCheckSign(code)
  const office = OFFICES[code[0]!]
  const region = REGIONS.get(code.slice(2, 4))
  return {
    problem: findProblem(code, check, region),
    check,
    region,
    code: code.slice(2, 8),
    office: office?.name,
    entity: office?.entities[code[1]!],
  }
}

function findProblem(code: string, check: string, region: Text | undefined): Text | undefined {
  const wrong = [...code].find((sign) => !SIGNS.includes(sign))
  if (wrong) return { en: `codes never contain the letter ${wrong}`, zh: `代码中不会出现字母 ${wrong}` }
  if (!Object.hasOwn(OFFICES, code[0]!))
    return { en: `there is no registration authority ${code[0]}`, zh: `登记管理部门代码 ${code[0]} 不存在` }
  // The offices of the whole country register with 100000.
  if (!region && !code.startsWith('10', 2)) return { en: 'no region has this number', zh: '地区代码不存在' }
  if (code[17] !== check)
    return { en: `it should end in ${check}, not ${code[17]}`, zh: `校验码应为 ${check}，而不是 ${code[17]}` }
  const own = toOrganisationCheck(code.slice(8, 16))
  if (own === code[16]) return undefined
  return {
    en: `the organisation code ${code.slice(8, 16)} in it should end in ${own}, not ${code[16]}`,
    zh: `其中组织机构代码 ${code.slice(8, 16)} 的校验码应为 ${own}，而不是 ${code[16]}`,
  }
}

/** ISO 7064 MOD 31-3. */
function toCheckSign(code: string): string {
  let [sum, weight] = [0, 1]
  for (const sign of code.slice(0, 17)) {
    sum += Math.max(0, SIGNS.indexOf(sign)) * weight
    weight = (weight * 3) % 31
  }
  return SIGNS[(31 - (sum % 31)) % 31]!
}

/** GB 11714: the last sign of an organisation code, by the eight before it. */
function toOrganisationCheck(body: string): string {
  const sum = ORGANISATION_WEIGHTS.reduce((total, weight, at) => total + weight * ORGANISATION_SIGNS.indexOf(body[at]!), 0)
  const rest = 11 - (sum % 11)
  return rest === 10 ? 'X' : String(rest % 11)
}
