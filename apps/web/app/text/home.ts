/** Words of the home page and of the list of tools. */
export const homeText = {
  title: { en: 'Octet: IP lookup, network and developer tools', zh: 'Octet：IP 查询、网络与开发者工具' },
  description: {
    en: 'Look up any IP address, trace a route, check DNS, format, encode, encrypt and convert. Tools run in your browser where they can, on this server where they must.',
    zh: '查询任意 IP 地址，跟踪路由，检查 DNS，格式化、编码、加密、转换。能在浏览器完成的就在浏览器完成，其余由本站服务器完成。',
  },
  /** Parts that must not break inside; a line may end between them. */
  headline: { en: ['Paste anything.', 'Get the answer.'], zh: ['粘贴任何内容，', '直接得到答案。'] },
  lead: {
    en: 'An address, a domain, JSON, a token, a timestamp: the right tool answers.',
    zh: '地址、域名、JSON、令牌、时间戳、哈希：自动选用合适的工具。',
  },
  box: { en: 'Paste an address, a domain, JSON, a token…', zh: '粘贴地址、域名、JSON、令牌…' },
  boxLabel: { en: 'Anything to look up, decode or convert', zh: '要查询、解码或转换的内容' },
  go: { en: 'Look up', zh: '查询' },
  tryThese: { en: 'Try', zh: '试试' },
  seen: { en: 'Seen as', zh: '识别为' },
  noTool: { en: 'No tool recognises this. Choose one from the list below.', zh: '没有工具能识别此内容，请从下方列表中选择。' },
  yourAddress: { en: 'Your address', zh: '您的地址' },
  addressUnknown: { en: 'The server has not answered yet.', zh: '服务器尚未应答。' },
  details: { en: 'Details', zh: '详细信息' },
  tryAddress: { en: 'Look up {ip} instead', zh: '改查 {ip}' },
  kind: { en: 'Kind', zh: '类型' },
  place: { en: 'Place', zh: '位置' },
  network: { en: 'Network', zh: '网络' },
  localTime: { en: 'Local time', zh: '当地时间' },
  range: { en: 'Range', zh: '所在网段' },
  allTools: { en: '{count} tools', zh: '{count} 个工具' },
  filter: { en: 'Filter tools', zh: '筛选工具' },
  pitchTitle: { en: 'The same data for your own programs', zh: '同样的数据，供您的程序使用' },
  pitch: {
    en: 'One call gives country, region, city, network, time zone, currency and privacy flags of any address, and says which source each value comes from.',
    zh: '一次调用即可获得任意地址的国家、地区、城市、网络、时区、货币和隐私标记，并说明每个值来自哪个数据源。',
  },
  pitchFree: { en: 'free lookups a month', zh: '次免费查询／月' },
  pitchFormats: { en: 'database formats', zh: '数据库格式' },
  pitchFlags: { en: 'privacy flags', zh: '项隐私标记' },
  toolsTitle: { en: 'All tools', zh: '全部工具' },
  toolsDescription: {
    en: 'Every network and developer tool of this site, by group.',
    zh: '本站所有网络与开发者工具，按类别排列。',
  },
} as const
