/** What people call a zone by, beside the cities of IANA's names: other cities, Chinese names, letters that mean one zone alone. */
const NAMES: Readonly<Record<string, string>> = {
  'Asia/Shanghai': 'beijing shenzhen guangzhou 北京 上海 深圳 广州 中国 北京时间',
  'Asia/Hong_Kong': 'hkt 香港',
  'Asia/Macau': '澳门',
  'Asia/Taipei': '台北',
  'Asia/Tokyo': 'jst osaka 东京 大阪 日本',
  'Asia/Seoul': 'kst 首尔 韩国',
  'Asia/Singapore': 'sgt 新加坡',
  'Asia/Bangkok': '曼谷',
  'Asia/Kuala_Lumpur': '吉隆坡',
  'Asia/Jakarta': '雅加达',
  'Asia/Manila': '马尼拉',
  'Asia/Ho_Chi_Minh': 'hanoi 河内 胡志明市',
  'Asia/Kolkata': 'mumbai delhi new_delhi bangalore 孟买 新德里 印度',
  'Asia/Dubai': '迪拜',
  'Europe/Moscow': 'msk 莫斯科',
  'Europe/London': 'bst 伦敦 英国',
  'Europe/Paris': '巴黎 法国',
  'Europe/Berlin': 'cest munich frankfurt hamburg 柏林 法兰克福 德国',
  'Europe/Madrid': 'barcelona 马德里 西班牙',
  'Europe/Rome': 'milan 罗马 意大利',
  'Europe/Amsterdam': '阿姆斯特丹',
  'Europe/Zurich': 'geneva 苏黎世 日内瓦',
  'America/New_York': 'et edt boston washington miami atlanta 纽约 华盛顿 波士顿 美东',
  'America/Chicago': 'ct cdt dallas houston austin 芝加哥 休斯敦',
  'America/Denver': 'mt mdt 丹佛',
  'America/Los_Angeles': 'pt pst pdt san_francisco seattle silicon_valley las_vegas 洛杉矶 旧金山 西雅图 美西',
  'America/Vancouver': '温哥华',
  'America/Toronto': 'montreal ottawa 多伦多',
  'America/Sao_Paulo': '圣保罗',
  'Australia/Sydney': 'aest aedt canberra 悉尼',
  'Australia/Melbourne': '墨尔本',
  'Pacific/Auckland': 'nzst nzdt wellington 奥克兰',
  'Pacific/Honolulu': 'hst hawaii 檀香山 夏威夷',
  'Africa/Cairo': '开罗',
  'Africa/Johannesburg': '约翰内斯堡',
}
const BY_NAME = new Map(Object.entries(NAMES).flatMap(([zone, names]) => names.split(' ').map((name) => [name, zone] as const)))

const OFFSET = /^(?:utc|gmt|z)? *([+\-−])(\d{1,2})(?::?([0-5]\d))?$/i
const CHINESE_OFFSET = /^([东西])([一二三四五六七八九]|十[一二]?)区$/
const CHINESE_DIGITS = '零一二三四五六七八九十'

/**
 * The name or offset that a zone has in the database of IANA: of `beijing`, `New York`, `纽约`, `JST`, `UTC+8` or `东八区`.
 * A text that means none, or more than one (CST), stays as it is.
 */
export function toZoneName(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const [, sign = '', hours, minutes = '00'] = OFFSET.exec(plain) ?? []
  if (hours !== undefined && Number(hours) <= 14) return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  const [, side, count = ''] = CHINESE_OFFSET.exec(plain) ?? []
  if (side) {
    const number = [...count].reduce((sum, digit) => sum + CHINESE_DIGITS.indexOf(digit), 0)
    return `${side === '东' ? '+' : '-'}${String(number).padStart(2, '0')}:00`
  }
  const key = toKey(plain)
  return BY_NAME.get(key) ?? findCity(key) ?? plain
}

/** The zone whose last part is a city. */
function findCity(key: string): string | undefined {
  if (key === '' || key.includes('/')) return undefined
  return Intl.supportedValuesOf('timeZone').find((zone) => toKey(zone).endsWith(`/${key}`))
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[\s-]+/g, '_')

/** Letters of several zones: China's and Chicago's time, India's and Israel's; the engine would take one of them. */
export const isAmbiguousZone = (name: string): boolean => /^(?:cst|ist|ast)$/i.test(name)
