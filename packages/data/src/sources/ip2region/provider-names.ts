import type { Text } from '@octet/core/text.ts'

/** English names of the network providers that ip2region names in Chinese. */
export const ENGLISH: Readonly<Record<string, string>> = {
  电信: 'China Telecom',
  联通: 'China Unicom',
  移动: 'China Mobile',
  铁通: 'China Tietong',
  教育网: 'CERNET',
  科技网: 'CSTNET',
  广电: 'China Broadnet',
  阿里云: 'Alibaba Cloud',
  阿里巴巴: 'Alibaba',
  腾讯: 'Tencent',
  百度: 'Baidu',
  鹏博士: 'Dr. Peng',
  歌华: 'Gehua',
  天威: 'Topway',
  方正宽带: 'Founder Broadband',
  长城宽带: 'Great Wall Broadband',
  华数传媒: 'Wasu Media',
  华数: 'Wasu',
  世纪互联: 'VNET (21Vianet)',
  珠江宽频: 'Zhujiang Broadband',
  网宿: 'Wangsu',
  微软: 'Microsoft',
  阿卡迈: 'Akamai',
  谷歌: 'Google',
  亚马逊: 'Amazon',
}

/** Full Chinese names where the source uses a short one. */
export const CHINESE: Readonly<Record<string, string>> = {
  电信: '中国电信',
  联通: '中国联通',
  移动: '中国移动',
  铁通: '中国铁通',
  教育网: '中国教育和科研计算机网',
  科技网: '中国科技网',
  广电: '中国广电',
  鹏博士: '鹏博士电信传媒',
}

/** A provider in both languages; undefined when the source names none. One without an English name keeps the Chinese. */
export function toProvider(name: string): Text | undefined {
  if (name === '' || name === '0') return undefined
  return { en: ENGLISH[name] ?? name, zh: CHINESE[name] ?? name }
}
