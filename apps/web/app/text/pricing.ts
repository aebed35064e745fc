/** Words of /pricing. */
export const pricingText = {
  title: { en: 'Pricing', zh: '价格' },
  description: {
    en: 'Plans of the IP data service: requests a month, price of extra requests, databases; monthly or yearly.',
    zh: 'IP 数据服务的套餐：每月请求量、超额价格与数据库，可按月或按年付费。',
  },
  lead: {
    en: 'Start free, without a card. Pay when you need more, and stop whenever you like.',
    zh: '免费开始，无需银行卡。用量增长后再付费，随时可以停止。',
  },
  sandbox: {
    en: 'SANDBOX: this installation moves no money. Everything can be tried, nothing is charged.',
    zh: 'SANDBOX 沙盒：本站不会产生真实扣款，所有流程均可体验，不收取任何费用。',
  },
  periodLabel: { en: 'Billing period', zh: '付费周期' },
  monthly: { en: 'Monthly', zh: '按月' },
  yearly: { en: 'Yearly', zh: '按年' },
  save: { en: 'save up to {percent}%', zh: '最多省 {percent}%' },
  perMonth: { en: 'a month', zh: '／月' },
  yearlyTotal: { en: '{amount} a year', zh: '每年 {amount}' },
  yearlySaves: { en: ', instead of {amount}', zh: '，原价 {amount}' },
  free: { en: 'Free', zh: '免费' },
  forEver: { en: 'No card, no end date', zh: '无需银行卡，长期有效' },
  plusTax: { en: 'plus {name} {percent}%', zh: '另加 {name} {percent}%' },
  requests: { en: '{count} {count|request|requests} a month', zh: '每月 {count} 次请求' },
  extra: { en: '{price} per extra 1,000, if you switch it on', zh: '可开启超额：每千次 {price}' },
  noExtra: { en: 'Stops at the quota', zh: '用完即停' },
  keys: { en: '{count} API {count|key|keys}', zh: '{count} 个 API 密钥' },
  databases: { en: 'Databases to download: Lite, {list}', zh: '可下载数据库：Lite、{list}' },
  noDatabases: { en: 'Lite database to download', zh: '可下载 Lite 数据库' },
  geolocation: { en: 'geolocation', zh: '地理位置' },
  privacy: { en: 'privacy', zh: '隐私检测' },
  asn: { en: 'ASN', zh: 'ASN' },
  subscribe: { en: 'Subscribe', zh: '订阅' },
  startFree: { en: 'Start free', zh: '免费开始' },
  ownPlan: { en: 'Your plan', zh: '当前套餐' },
  change: { en: 'Change to this plan', zh: '更换为此套餐' },
  // Calculator
  calculator: { en: 'What would it cost?', zh: '费用计算' },
  calculatorHelp: {
    en: 'Choose how many requests you make a month to see the cheapest plan, extra requests included.',
    zh: '选择每月请求量，即可算出包含超额费用在内最省的套餐。',
  },
  requestsLabel: { en: 'Requests a month', zh: '每月请求量' },
  cheapest: { en: 'cheapest', zh: '最省' },
  tooMany: { en: 'not enough', zh: '额度不足' },
  planColumn: { en: 'Plan', zh: '套餐' },
  baseColumn: { en: 'Plan price', zh: '套餐费用' },
  extraColumn: { en: 'Extra requests', zh: '超额费用' },
  totalColumn: { en: 'Total a month', zh: '每月合计' },
  yearlyNote: { en: 'Yearly plans are shown as a price per month.', zh: '按年套餐以全年费用的十二分之一显示。' },
  // Comparison
  compare: { en: 'What is in each plan', zh: '套餐对比' },
  compareHelp: {
    en: 'Every plan gets the same data. You pay for more and faster requests, more keys, longer lists and the database files; better accuracy is not for sale.',
    zh: '所有套餐返回的数据完全相同。付费购买的是更多更快的请求、更多密钥、更长的批量列表和数据文件，不存在“付费更准”。',
  },
  rowRequests: { en: 'Requests a month', zh: '每月请求量' },
  rowExtra: { en: 'Per extra 1,000', zh: '超额每千次' },
  rowSpeed: { en: 'Lookups a second, each key', zh: '每个密钥每秒查询数' },
  rowNames: { en: 'Names at once in batch tools', zh: '批量工具单次数量' },
  rowKeys: { en: 'API keys', zh: 'API 密钥' },
  rowApis: { en: 'Geolocation, privacy and ASN API', zh: 'IP 定位、隐私检测与 ASN API' },
  rowDatabases: { en: 'Databases', zh: '数据库下载' },
  rowAlerts: { en: 'Email at 80% and 100%', zh: '80% 与 100% 用量邮件提醒' },
  rowTools: { en: 'All tools of this site', zh: '本站全部工具' },
  rowSla: { en: 'Availability', zh: '可用性' },
  slaMeasured: { en: 'as measured', zh: '实测数据' },
  slaWords: { en: 'as agreed with the operator', zh: '以与管理员的约定为准' },
  yes: { en: 'yes', zh: '有' },
  no: { en: 'no', zh: '无' },
  // FAQ
  faq: { en: 'Questions', zh: '常见问题' },
  questions: [
    {
      ask: { en: 'What counts as a request?', zh: '什么算一次请求？' },
      answer: {
        en: 'Every address that is answered with your key: one lookup is one request, a batch of 100 addresses is 100. A call about a network counts as 2, a list of ranges as 10, a summary or map as 20; the header X-Credits-Used tells you. Errors cost nothing.',
        zh: '使用您的密钥并得到应答的每个地址算一次：单次查询计 1 次，批量查询 100 个地址计 100 次；查询网络（ASN）计 2 次，地址段列表计 10 次，汇总或地图计 20 次，以响应头 X-Credits-Used 为准。出错不计费。',
      },
    },
    {
      ask: { en: 'What happens when the quota is used up?', zh: '额度用完会怎样？' },
      answer: {
        en: 'Calls are refused with status 429 until the month ends, or until you upgrade, which counts within a second. On paid plans you can switch extra requests on, with a limit of your own.',
        zh: '后续调用会返回 429，直至月末重置，或您升级套餐（一秒内生效）。付费套餐可开启超额请求，并自行设定上限。',
      },
    },
    {
      ask: { en: 'When does the quota reset?', zh: '额度何时重置？' },
      answer: {
        en: 'On the first of each calendar month, at 00:00 UTC, whatever day you subscribed on. Unused requests are not carried over.',
        zh: '每个自然月 1 日 00:00（UTC）重置，与订阅日期无关。未用完的额度不累计。',
      },
    },
    {
      ask: { en: 'How are extra requests billed?', zh: '超额请求如何计费？' },
      answer: {
        en: 'Every 1,000 requests beyond the quota, or part of that, cost the price of your plan. The bill comes when the calendar month is over.',
        zh: '超出额度的部分按每千次计费，不足千次按千次计，自然月结束后出账。',
      },
    },
    {
      ask: { en: 'What if I upgrade in the middle of a period?', zh: '周期中途升级怎么收费？' },
      answer: {
        en: 'You pay for the new plan for the remaining time, minus what is left of the old one. A smaller plan begins when the paid period ends.',
        zh: '按剩余时间收取新套餐费用，并抵扣原套餐剩余部分。降级则在已付周期结束后生效。',
      },
    },
    {
      ask: { en: 'Can I cancel?', zh: '可以取消吗？' },
      answer: {
        en: 'At any time, in your account. Your plan runs until the end of the paid period, then the free plan takes its place. You keep your keys.',
        zh: '可随时在个人中心取消。套餐保留至已付周期结束，之后转为免费套餐，密钥不变。',
      },
    },
    {
      ask: { en: 'Do you promise an uptime?', zh: '承诺可用性吗？' },
      answer: {
        en: 'This page makes no promise beyond what you have agreed with the operator of this installation. The status page shows how available each part of the service was over the last 90 days, measured every 15 seconds, and how fast it answers now.',
        zh: '除站点管理员与您另有约定外，本页面不作额外承诺。服务各部分最近 90 天的实测可用性（每 15 秒检查一次）和当前响应时间见状态页。',
      },
    },
  ],
  claims: { en: 'Figures of the operator', zh: '运营方数据' },
  custom: { en: 'Need more, or a contract of your own?', zh: '需要更大用量或定制合同？' },
  contact: { en: 'Write to us', zh: '联系我们' },
} as const
