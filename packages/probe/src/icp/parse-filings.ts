import type { Filing } from '@octet/core/probe/icp.ts'
import type { Text } from '@octet/core/text.ts'
import type { HtmlLink, ReadableHtml } from '../http/html-text.ts'

export type FoundFiling = Omit<Filing, 'pages'>

/** The short names that filing numbers begin with. */
const PROVINCES: Readonly<Record<string, Text>> = {
  京: { en: 'Beijing', zh: '北京' },
  津: { en: 'Tianjin', zh: '天津' },
  沪: { en: 'Shanghai', zh: '上海' },
  渝: { en: 'Chongqing', zh: '重庆' },
  冀: { en: 'Hebei', zh: '河北' },
  豫: { en: 'Henan', zh: '河南' },
  云: { en: 'Yunnan', zh: '云南' },
  滇: { en: 'Yunnan', zh: '云南' },
  辽: { en: 'Liaoning', zh: '辽宁' },
  黑: { en: 'Heilongjiang', zh: '黑龙江' },
  湘: { en: 'Hunan', zh: '湖南' },
  皖: { en: 'Anhui', zh: '安徽' },
  鲁: { en: 'Shandong', zh: '山东' },
  新: { en: 'Xinjiang', zh: '新疆' },
  苏: { en: 'Jiangsu', zh: '江苏' },
  浙: { en: 'Zhejiang', zh: '浙江' },
  赣: { en: 'Jiangxi', zh: '江西' },
  鄂: { en: 'Hubei', zh: '湖北' },
  桂: { en: 'Guangxi', zh: '广西' },
  甘: { en: 'Gansu', zh: '甘肃' },
  陇: { en: 'Gansu', zh: '甘肃' },
  晋: { en: 'Shanxi', zh: '山西' },
  蒙: { en: 'Inner Mongolia', zh: '内蒙古' },
  陕: { en: 'Shaanxi', zh: '陕西' },
  吉: { en: 'Jilin', zh: '吉林' },
  闽: { en: 'Fujian', zh: '福建' },
  贵: { en: 'Guizhou', zh: '贵州' },
  黔: { en: 'Guizhou', zh: '贵州' },
  粤: { en: 'Guangdong', zh: '广东' },
  青: { en: 'Qinghai', zh: '青海' },
  藏: { en: 'Tibet', zh: '西藏' },
  川: { en: 'Sichuan', zh: '四川' },
  蜀: { en: 'Sichuan', zh: '四川' },
  宁: { en: 'Ningxia', zh: '宁夏' },
  琼: { en: 'Hainan', zh: '海南' },
}
const SHORT = `[${Object.keys(PROVINCES).join('')}]`

/** Where each kind of number must lead (MIIT order 33 §13; the police filing site). */
const AUTHORITIES: Readonly<Record<FoundFiling['kind'], readonly string[]>> = {
  icp: ['beian.miit.gov.cn'],
  police: ['beian.mps.gov.cn', 'www.beian.gov.cn', 'beian.gov.cn'],
  telecom: ['beian.miit.gov.cn', 'tsm.miit.gov.cn', 'dxzhgl.miit.gov.cn'],
}

const PATTERNS: readonly { kind: FoundFiling['kind']; pattern: RegExp; toNumber: (match: RegExpMatchArray) => string }[] = [
  {
    kind: 'icp',
    pattern: new RegExp(
      `(${SHORT}) {0,3}ICP {0,3}(备|证) {0,3}[案字]? {0,3}第? {0,3}(B2-)?(\\d{6,10}) {0,3}号? {0,3}(?:- {0,3}(\\d{1,5})(?!\\d))?([A-Z](?![A-Za-z]))?`,
      'gi',
    ),
    toNumber: ([, province, kind, prefix = '', digits, part, letter = '']) =>
      `${province}ICP${kind}${prefix}${digits}号${part ? `-${part}` : ''}${letter.toUpperCase()}`,
  },
  {
    kind: 'police',
    pattern: new RegExp(`(${SHORT}) {0,3}公网安备 {0,3}(?:第)? {0,3}(\\d{14}) {0,3}号?`, 'g'),
    toNumber: ([, province, digits]) => `${province}公网安备${digits}号`,
  },
  {
    kind: 'telecom',
    pattern: new RegExp(`((?:${SHORT})?(?:合字)?(?:${SHORT})?[AB][12](?:\\.[AB][12])*-\\d{8})(?!\\d)`, 'g'),
    toNumber: ([, number]) => number!,
  },
]

const MAX_FILINGS = 20

/** Finds filing numbers in a page's text and the links that carry them. Full-width letters and blanks inside count. */
export function parseFilings({ text, links }: ReadableHtml): FoundFiling[] {
  const found = new Map<string, FoundFiling>()
  const normal = normalize(text)
  const carriers = links.map((link) => ({ ...link, text: normalize(link.text) }))
  for (const { kind, pattern, toNumber } of PATTERNS)
    for (const match of normal.matchAll(pattern)) {
      const number = toNumber(match)
      if (found.size >= MAX_FILINGS || found.has(number)) continue
      const link = findLink(carriers, number, pattern, toNumber)
      found.set(number, {
        kind,
        number,
        province: PROVINCES[/^./u.exec(number)![0]] ?? null,
        link: link?.href ?? null,
        isLinkRight: link ? leadsTo(link.href, AUTHORITIES[kind]) : null,
      })
    }
  return [...found.values()]
}

/** Traditional forms of what filing numbers are written with. */
const TRADITIONAL: Readonly<Record<string, string>> = {
  備: '备',
  證: '证',
  號: '号',
  網: '网',
  滬: '沪',
  雲: '云',
  遼: '辽',
  魯: '鲁',
  蘇: '苏',
  贛: '赣',
  隴: '陇',
  晉: '晋',
  陝: '陕',
  閩: '闽',
  貴: '贵',
  粵: '粤',
  寧: '宁',
  瓊: '琼',
}

/** Full-width forms become ASCII (NFKC), traditional characters simplified ones, runs of blanks one blank, and dashes of all kinds `-`. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[備證號網滬雲遼魯蘇贛隴晉陝閩貴粵寧瓊]/g, (character) => TRADITIONAL[character]!)
}

function findLink(
  links: readonly HtmlLink[],
  number: string,
  pattern: RegExp,
  toNumber: (match: RegExpMatchArray) => string,
): HtmlLink | undefined {
  return links.find(({ text }) => text.length < 500 && [...text.matchAll(pattern)].some((match) => toNumber(match) === number))
}

function leadsTo(href: string, hosts: readonly string[]): boolean {
  const url = URL.parse(href, 'https://this.page.invalid/')
  return url !== null && hosts.includes(url.hostname)
}
