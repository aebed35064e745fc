/** Words of the guides, of /ip-location, of shared maps and of corrections. */
export const guideText = {
  guides: { en: 'Guides', zh: '使用指南' },
  guidesWords: {
    en: 'How to use each part. The samples for curl, Node, Python and nginx are run by our tests.',
    zh: '各部分的用法。curl、Node、Python 与 nginx 的示例由测试实际运行。',
  },
  geolocation: { en: 'Geolocation', zh: 'IP 定位' },
  privacy: { en: 'Privacy', zh: '隐私检测' },
  asn: { en: 'ASN and ranges', zh: 'ASN 与地址段' },
  batch: { en: 'Many addresses', zh: '批量查询' },
  databases: { en: 'Databases', zh: '数据库文件' },
  clients: { en: 'Other clients', zh: '其他客户端' },
  nginx: { en: 'nginx, ClickHouse', zh: 'nginx、ClickHouse' },
  mcp: { en: 'MCP', zh: 'MCP' },
  yourKey: { en: 'Your API key', zh: '您的 API 密钥' },
  yourKeyHelp: {
    en: 'It is filled into the samples and the “Send” forms of this documentation. Left empty, commands read $KEY from your shell. It is not stored and is forgotten when you leave.',
    zh: '将填入本文档的示例和试用中；留空时，示例命令读取终端变量 $KEY。密钥不会保存，离开网站即清除。',
  },
  // /ip-location
  locationTitle: { en: 'IP location', zh: 'IP 定位查询' },
  locationDescription: {
    en: 'Where an IPv4 or IPv6 address is: country, region, city, network and map, each value with its source.',
    zh: '查询 IPv4 或 IPv6 地址的位置：国家、地区、城市、网络与地图，每个值都附来源。',
  },
  locationLabel: { en: 'IPv4 or IPv6 address', zh: 'IPv4 或 IPv6 地址' },
  locationWrong: { en: 'Please enter any IPv4 or IPv6 address', zh: '请输入任意 IPv4 或 IPv6 地址' },
  locationGo: { en: 'Locate', zh: '查询位置' },
  locationAsking: { en: 'Looking it up…', zh: '正在查询…' },
  locationOwn: { en: 'Your own address', zh: '您自己的地址' },
  // /map/$id
  mapTitle: { en: 'Addresses on a map', zh: '地址分布图' },
  mapDescription: { en: 'A map of addresses that someone has shared.', zh: '他人分享的地址分布图。' },
  mapGone: {
    en: 'This map does not exist. Shared maps are kept for 30 days.',
    zh: '地图不存在。分享的地图保留 30 天。',
  },
  mapMake: { en: 'Put addresses on a map', zh: '制作地址分布图' },
  mapLoading: { en: 'Fetching the map…', zh: '正在获取地图…' },
  // /correction
  correctionTitle: { en: 'Report a mistake', zh: '报告错误' },
  correctionDescription: {
    en: 'Tell us where a network really is. The operator checks it; an accepted correction overrides every source.',
    zh: '告诉我们某个网段的真实位置。经管理员核实后，采纳的更正优先于所有数据源。',
  },
  network: { en: 'Address or network', zh: '地址或网段' },
  networkHelp: { en: 'Such as 192.0.2.0/24', zh: '例如 192.0.2.0/24' },
  networkMissing: { en: 'Please enter an address or a network', zh: '请输入地址或网段' },
  country: { en: 'Country code', zh: '国家或地区代码' },
  countryHelp: { en: 'Two letters, such as DE', zh: '两个字母，例如 DE' },
  countryWrong: { en: 'Please enter two letters, such as DE', zh: '请输入两个字母，例如 DE' },
  region: { en: 'Region code (optional)', zh: '省／州代码（选填）' },
  regionHelp: { en: 'ISO 3166-2, such as DE-BE', zh: 'ISO 3166-2，例如 DE-BE' },
  city: { en: 'City (optional)', zh: '城市（选填）' },
  evidence: { en: 'How it can be checked (optional)', zh: '依据（选填）' },
  evidenceHelp: {
    en: 'A geofeed, a registry entry, a measurement, or that it is your own line',
    zh: '例如 geofeed、注册信息、测量结果，或说明这是您自己的线路',
  },
  email: { en: 'Email (optional)', zh: '邮箱（选填）' },
  emailHelp: { en: 'For questions only', zh: '仅用于联系确认' },
  send: { en: 'Send', zh: '提交' },
  sending: { en: 'Sending…', zh: '正在提交…' },
  sent: {
    en: 'Thank you. The ticket is {id}. Keep this link to follow it:',
    zh: '感谢反馈。编号为 {id}，请保存此链接以便查看进度：',
  },
} as const
