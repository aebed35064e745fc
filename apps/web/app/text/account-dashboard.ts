/** Words of the dashboard. */
export const dashboardText = {
  subscription: { en: 'Subscription', zh: '当前订阅' },
  noPlan: { en: 'Not subscribed', zh: '未订阅' },
  noPlanHelp: {
    en: 'Creating the first key subscribes you to the free plan. No card is needed.',
    zh: '创建首个密钥即自动订阅免费套餐，无需银行卡。',
  },
  expires: { en: 'Expiration date', zh: '到期时间' },
  noEnd: { en: 'No end date', zh: '长期有效' },
  total: { en: 'Total requests', zh: '请求总数' },
  month: { en: 'Use of this month', zh: '本月用量' },
  used: { en: '{used} of {quota} requests', zh: '已用 {used} / {quota} 次' },
  forecast: { en: 'At this pace the month comes to {count} requests.', zh: '按当前速度，本月预计 {count} 次。' },
  forecastOver: {
    en: 'At this pace the month comes to {count} requests, more than the plan has.',
    zh: '按当前速度，本月预计 {count} 次，将超出套餐额度。',
  },
  resets: { en: 'The count starts anew on {day} (UTC).', zh: '用量将于 {day} 重置（UTC）。' },
} as const
