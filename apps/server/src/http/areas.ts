import type { Text } from '@octet/core/text.ts'

/** The areas of the calls (folders of `api/`) as a reference lists them: what people come for first. */
export const AREAS = {
  geo: { en: 'IP data', zh: 'IP 数据' },
  asn: { en: 'Networks', zh: '网络' },
  privacy: { en: 'Privacy', zh: '隐私检测' },
  databases: { en: 'Databases', zh: '数据库文件' },
  jobs: { en: 'Jobs', zh: '批量任务' },
  tools: { en: 'Pipelines', zh: '流水线' },
  measurements: { en: 'Measurements', zh: '测量' },
  points: { en: 'Monitoring points', zh: '监测点' },
  monitors: { en: 'Monitors', zh: '定时监控' },
  maintenance: { en: 'Maintenance of monitors', zh: '监控维护时段' },
  'shown-monitors': { en: 'Monitors shown to others', zh: '公开的监控' },
  'dns-leak': { en: 'DNS leak test', zh: 'DNS 泄露检测' },
  connection: { en: 'Your connection', zh: '您的连接' },
  kept: { en: 'Kept inputs', zh: '暂存的输入' },
  plans: { en: 'Plans', zh: '套餐' },
  keys: { en: 'Keys', zh: '密钥' },
  account: { en: 'Account', zh: '账户' },
  billing: { en: 'Billing', zh: '付款' },
  corrections: { en: 'Corrections', zh: '数据纠错' },
  contact: { en: 'Contact', zh: '联系' },
  site: { en: 'The site and its data', zh: '站点与数据' },
  toolbox: { en: 'For the site itself', zh: '供站点自身使用' },
  mirror: { en: 'Mirrors', zh: '镜像' },
  admin: { en: 'Operator', zh: '管理员' },
} as const satisfies Record<string, Text>
