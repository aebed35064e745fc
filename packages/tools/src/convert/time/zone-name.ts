/** What people call a zone by, beside the cities of IANA's names: other cities, countries of one zone, Chinese names, letters that mean one zone alone. */
const NAMES: Readonly<Record<string, string>> = {
  'Asia/Shanghai':
    'chongqing chengdu hangzhou nanjing wuhan tianjin xian 重庆 成都 杭州 南京 武汉 天津 西安 beijing shenzhen guangzhou 北京 上海 深圳 广州 中国 北京时间 china dalian qingdao xiamen suzhou changsha 大连 青岛 厦门 苏州 长沙 郑州 济南 合肥 福州 昆明 沈阳 哈尔滨 宁波 东莞',
  'Asia/Hong_Kong': 'hkt 香港',
  'Asia/Macau': '澳门',
  'Asia/Taipei': '台北 taiwan 台湾',
  'Asia/Tokyo': 'jst osaka 东京 大阪 日本 japan',
  'Asia/Seoul': 'kst 首尔 韩国 korea south_korea',
  'Asia/Singapore': 'sgt 新加坡',
  'Asia/Bangkok': '曼谷 thailand 泰国',
  'Asia/Kuala_Lumpur': '吉隆坡 malaysia 马来西亚',
  'Asia/Jakarta': '雅加达',
  'Asia/Manila': '马尼拉 philippines 菲律宾',
  'Asia/Ho_Chi_Minh': 'ho_chi_minh ho_chi_minh_city saigon 西贡 hanoi 河内 胡志明市 vietnam 越南',
  'Asia/Kolkata': 'kolkata 加尔各答 班加罗尔 mumbai delhi new_delhi bangalore 孟买 新德里 印度 india chennai hyderabad',
  'Asia/Dubai': 'abu_dhabi 阿布扎比 迪拜 uae 阿联酋',
  'Europe/Moscow': 'msk 莫斯科',
  'Europe/London': 'bst 伦敦 英国 uk england united_kingdom britain scotland',
  'Europe/Paris': '巴黎 法国 france',
  'Europe/Berlin': 'cest munich frankfurt hamburg 柏林 法兰克福 德国 germany',
  'Europe/Madrid': 'barcelona 马德里 西班牙 spain',
  'Europe/Rome': 'milan 罗马 意大利 italy',
  'Europe/Amsterdam': '阿姆斯特丹 netherlands holland 荷兰',
  'Europe/Zurich': 'geneva 苏黎世 日内瓦 switzerland 瑞士',
  'America/New_York': 'et edt boston washington miami atlanta 纽约 华盛顿 波士顿 美东 nyc philadelphia',
  'America/Chicago': 'ct cdt dallas houston austin 芝加哥 休斯敦',
  'America/Denver': 'mt mdt 丹佛',
  'America/Los_Angeles':
    'pt pst pdt san_francisco seattle silicon_valley las_vegas 洛杉矶 旧金山 西雅图 美西 la sf san_diego san_jose',
  'America/Vancouver': '温哥华',
  'America/Toronto': 'montreal ottawa 多伦多',
  'America/Sao_Paulo': '圣保罗',
  'Australia/Sydney': 'aest aedt canberra 悉尼',
  'Australia/Melbourne': '墨尔本',
  'Pacific/Auckland': 'nzst nzdt wellington 奥克兰 new_zealand 新西兰',
  'Pacific/Honolulu': 'hst hawaii 檀香山 夏威夷',
  'Asia/Kathmandu': 'kathmandu 加德满都',
  'Asia/Yangon': 'yangon 仰光',
  'Asia/Dhaka': '达卡',
  'Asia/Karachi': '卡拉奇 pakistan 巴基斯坦',
  'Asia/Tehran': '德黑兰 iran 伊朗',
  'Asia/Riyadh': '利雅得 saudi_arabia 沙特',
  'Asia/Qatar': 'doha 多哈',
  'Asia/Jerusalem': 'tel_aviv 耶路撒冷 特拉维夫 israel 以色列',
  'Asia/Tashkent': '塔什干',
  'Asia/Almaty': '阿拉木图',
  'Asia/Ulaanbaatar': 'ulan_bator 乌兰巴托',
  'Asia/Phnom_Penh': '金边',
  'Asia/Colombo': '科伦坡',
  'Europe/Kyiv': 'kyiv kiev 基辅 ukraine 乌克兰',
  'Europe/Istanbul': 'ankara 伊斯坦布尔 turkey 土耳其',
  'Europe/Athens': '雅典 greece 希腊',
  'Europe/Vienna': '维也纳 austria 奥地利',
  'Europe/Brussels': '布鲁塞尔 belgium 比利时',
  'Europe/Stockholm': '斯德哥尔摩 sweden 瑞典',
  'Europe/Oslo': '奥斯陆 norway 挪威',
  'Europe/Copenhagen': '哥本哈根 denmark 丹麦',
  'Europe/Helsinki': '赫尔辛基 finland 芬兰',
  'Europe/Dublin': '都柏林 ireland 爱尔兰',
  'Europe/Lisbon': '里斯本',
  'Europe/Warsaw': '华沙 poland 波兰',
  'Europe/Prague': '布拉格',
  'Europe/Budapest': '布达佩斯',
  'America/Mexico_City': '墨西哥城',
  'America/Lima': '利马',
  'America/Bogota': '波哥大',
  'America/Argentina/Buenos_Aires': 'buenos_aires 布宜诺斯艾利斯',
  'America/Nuuk': 'nuuk',
  'Australia/Brisbane': '布里斯班',
  'Australia/Perth': '珀斯',
  'Africa/Nairobi': '内罗毕 kenya 肯尼亚',
  'Africa/Lagos': 'abuja 拉各斯',
  'Africa/Cairo': '开罗 egypt 埃及',
  'Africa/Johannesburg': 'cape_town pretoria 开普敦 约翰内斯堡 south_africa 南非',
}
export const ZONES_WITH_NAMES: readonly string[] = Object.keys(NAMES)
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
