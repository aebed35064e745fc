/** Words of the personal center. */
export const accountText = {
  title: { en: 'Account', zh: '个人中心' },
  description: { en: 'Subscription, keys, usage, invoices and profile.', zh: '订阅、密钥、用量、账单与个人资料。' },
  dashboard: { en: 'Dashboard', zh: '控制台' },
  dashboardDescription: { en: 'Subscription, usage, API keys and statistics.', zh: '订阅、用量、API 密钥与统计。' },
  downloads: { en: 'Data Downloads', zh: '数据下载' },
  downloadsDescription: { en: 'Database files of your subscription.', zh: '订阅包含的数据库文件。' },
  billing: { en: 'Billing', zh: '账单' },
  billingDescription: { en: 'Plan, payments and invoices.', zh: '套餐、付款与账单。' },
  profile: { en: 'Profile', zh: '个人资料' },
  profileDescription: {
    en: 'Email, phone, password, second factor and sessions.',
    zh: '邮箱、手机号、密码、两步验证与登录设备。',
  },
  news: { en: '{count} {count|change|changes} in your monitors', zh: '监控有 {count} 条新动态' },
  loading: { en: 'Loading…', zh: '加载中…' },
  again: { en: 'Try again', zh: '重试' },
} as const
