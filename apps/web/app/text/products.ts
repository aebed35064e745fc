import type { Text } from '@octet/core/text.ts'

/** One field of an answer. */
type Field = readonly [name: string, meaning: Text]

/** What is said about one API. */
export type ApiText = {
  readonly title: Text
  readonly description: Text
  readonly lead: Text
  /** What it is used for. */
  readonly uses: readonly Text[]
  readonly fields: readonly Field[]
  /** What nobody should read into it. */
  readonly limits: Text
}

/** Words of /products/…. */
export const productsText = {
  tryIt: { en: 'A live answer from this server', zh: '本服务器的实时返回' },
  tryLabel: { en: 'Address', zh: '地址' },
  asnLabel: { en: 'AS number or address', zh: 'AS 号或地址' },
  ask: { en: 'Ask', zh: '查询' },
  loading: { en: 'Asking the server…', zh: '正在向服务器查询…' },
  uses: { en: 'What it is good for', zh: '适用场景' },
  fields: { en: 'Fields', zh: '字段' },
  countedFields: { en: 'Fields ({count})', zh: '字段（{count}）' },
  field: { en: 'Field', zh: '字段' },
  meaning: { en: 'Meaning', zh: '含义' },
  code: { en: 'How to call it', zh: '调用示例' },
  codeHelp: {
    en: 'Replace the key with one from your account; without a key the calls work too, limited per address.',
    zh: '请将密钥替换为您账户中的密钥；不带密钥也可调用，但按地址限流。',
  },
  limits: { en: 'What it cannot tell you', zh: '局限性' },
  docs: { en: 'Documentation', zh: '接口文档' },
  pricing: { en: 'Plans and prices', zh: '套餐与价格' },
  products: { en: 'Products', zh: '产品' },
  others: { en: 'Other products', zh: '其他产品' },
  copyCode: { en: 'Language', zh: '语言' },
  geolocation: {
    title: { en: 'IP Geolocation API', zh: 'IP 定位 API' },
    description: {
      en: 'Country, region, city, coordinates, time zone, currency and network of any IPv4 or IPv6 address, each value with its source.',
      zh: '查询任意 IPv4／IPv6 地址的国家、省州、城市、坐标、时区、货币与网络，每个值都注明来源。',
    },
    lead: {
      en: 'One call, one record. Every value names its source and date; what nobody knows is null, with the reason.',
      zh: '一次调用返回一条完整记录。每个值都注明由哪个来源决定及其日期；无人知晓的值为 null，并说明原因。',
    },
    uses: [
      { en: 'Show prices, language and time as visitors expect them', zh: '按访客所在地显示语言、货币和时间' },
      { en: 'See where traffic comes from, in logs of any size', zh: '分析任意规模日志的流量来源' },
      { en: 'Keep to rules that differ by country', zh: '满足不同国家和地区的合规要求' },
    ],
    fields: [
      [
        'country_code, country_name',
        { en: 'Country: ISO 3166-1 code and name in your language', zh: '国家：ISO 3166-1 代码及名称' },
      ],
      [
        'region_name, region_code, city_name, zip_code',
        { en: 'Region with its ISO 3166-2 code, city, postal code', zh: '省／州及其 ISO 3166-2 代码、城市、邮编' },
      ],
      [
        'latitude, longitude, accuracy_radius',
        {
          en: 'Coordinates (WGS 84), and the kilometres within which about two thirds lie',
          zh: '坐标（WGS 84）及约三分之二样本所在的半径（公里）',
        },
      ],
      ['time_zone', { en: 'IANA name, offset, and the time there now', zh: 'IANA 时区、时差及当地当前时间' }],
      ['currency', { en: 'Code, name and symbol', zh: '货币代码、名称与符号' }],
      ['is_eu, calling_code, country_flag', { en: 'EU membership, telephone code, flag', zh: '是否欧盟、国际区号、国旗' }],
      [
        'elevation, weather_station_code',
        { en: 'Metres above sea level, nearest weather station', zh: '海拔（米）与最近的气象站' },
      ],
      ['ASN', { en: 'Network: number, name, organisation, use', zh: '所属网络：编号、名称、机构与用途' }],
      ['network, start_ip, end_ip', { en: 'The range with the same answer', zh: '答案相同的地址段' }],
      [
        'sources, missing, build',
        { en: 'Who said what, what is missing and why, and the id of the data', zh: '各值来源、缺失项及原因、数据构建编号' },
      ],
    ],
    limits: {
      en: 'A city from an address is an estimate: mobile and satellite networks move, and a data centre may be far from its customers. The status page shows how often this build was right.',
      zh: '由地址推断城市只是估计：移动与卫星网络会漂移，数据中心可能远离其用户。状态页公布了当前数据的实测准确率。',
    },
  },
  privacy: {
    title: { en: 'Privacy Detection API', zh: '隐私检测 API' },
    description: {
      en: 'VPN, Tor, proxy, relay, hosting and data centre flags of an address, with the list that says so and its date.',
      zh: '识别地址是否为 VPN、Tor、代理、中继、托管或数据中心，并给出依据的名单及日期。',
    },
    lead: {
      en: 'Six flags, and for each the evidence: which list names the address, and its date. A flag that no source can decide is null, not “no”.',
      zh: '六个标记，逐一给出证据：由哪份名单收录、名单日期为何。没有来源可以判定的标记返回 null，而不是“否”。',
    },
    uses: [
      { en: 'Double-check payments made through an anonymiser', zh: '对经匿名网络发起的支付加强验证' },
      { en: 'Tell people from machines in a data centre', zh: '区分真人访问与机房流量' },
      { en: 'Keep to licences that exclude VPNs', zh: '满足排除 VPN 的内容授权要求' },
    ],
    fields: [
      ['is_proxy', { en: 'Any of VPN, Tor, proxy, relay', zh: '是否为 VPN、Tor、代理或中继之一' }],
      ['is_vpn, is_tor, is_relay, proxy', { en: 'Each kind of anonymiser by itself', zh: '各类匿名网络的单独标记' }],
      ['is_hosting, is_data_center', { en: 'Servers rather than people', zh: '托管或数据中心网络' }],
      ['provider', { en: 'Who runs the service, where a list names it', zh: '服务运营方（名单中注明时）' }],
      ['evidence', { en: 'For each flag the list, its address and its date', zh: '每个标记对应的名单、网址与日期' }],
      ['last_seen', { en: 'Date of the newest list that names it', zh: '最近一次被收录的日期' }],
      ['missing', { en: 'What could not be decided, and why', zh: '无法判定的内容及原因' }],
    ],
    limits: {
      en: 'Public lists know public exits. A private VPN on a home connection looks like a home connection, and a flag says something about an address, never about a person.',
      zh: '公开名单只能收录公开的出口。架设在家庭宽带上的私人 VPN 与普通家庭用户无异；标记描述的是地址，而不是人。',
    },
  },
  asn: {
    title: { en: 'ASN API', zh: 'ASN API' },
    description: {
      en: 'Name, organisation, kind, size and prefixes of any autonomous system, by number or by address.',
      zh: '按 AS 号或地址查询自治系统的名称、机构、类型、规模与网段。',
    },
    lead: {
      en: 'Who announces an address, what the network is used for, how large it is, and all its prefixes: aggregated, ready for a firewall.',
      zh: '地址由谁宣告、网络的用途与规模，以及聚合后的全部网段，可直接用于防火墙。',
    },
    uses: [
      { en: 'Group visitors and attacks by network', zh: '按网络归类访问与攻击来源' },
      { en: 'Write firewall rules for a whole network', zh: '为整个网络生成防火墙规则' },
      { en: 'Find who to contact about abuse', zh: '确定滥用投诉的联系对象' },
    ],
    fields: [
      ['asn, name', { en: 'Number and name', zh: '编号与名称' }],
      ['organization, domain', { en: 'Who runs it', zh: '运营机构与域名' }],
      [
        'usage_type',
        { en: 'isp, hosting, business, education or government', zh: 'isp、hosting、business、education 或 government' },
      ],
      [
        'country_code, countries',
        {
          en: 'Where the location data places most of its addresses, and the shares of the first ten countries; not where it is registered',
          zh: '多数地址的定位国家，以及前十个国家各占的比例；并非注册地',
        },
      ],
      ['num_ips', { en: 'IPv4 addresses announced', zh: '宣告的 IPv4 地址数' }],
      ['num_prefixes, num_prefixes6', { en: 'Networks announced, IPv4 and IPv6', zh: '宣告的 IPv4／IPv6 网段数' }],
      ['handle, registered_in, allocated', { en: 'Its name, country and day of registration', zh: '注册名称、注册地与注册日期' }],
      [
        'role, num_upstreams, num_downstreams, num_peers',
        {
          en: 'How it stands in the routing of the Internet; /upstreams and /downstreams list its neighbours',
          zh: '在互联网路由中的角色与邻居数量；/upstreams 与 /downstreams 列出具体网络',
        },
      ],
      ['missing', { en: 'What the loaded data lacks, such as peers, and why', zh: '当前数据缺少的内容（如对等关系）及原因' }],
    ],
    limits: {
      en: 'The data shows what was announced when it was collected. A changed or hijacked route appears with the next build.',
      zh: '数据反映采集时的路由宣告情况；路由变更或劫持会在下一次构建后体现。',
    },
  },
  databases: { en: 'Databases', zh: '数据库下载' },
  databasesDescription: {
    en: 'The same data as files for your own servers: MMDB, CSV, JSON and more, with checksums, sample rows and licences.',
    zh: '将相同的数据以文件形式部署到自己的服务器：MMDB、CSV、JSON 等格式，附校验和、样例与许可。',
  },
  databasesLead: {
    en: 'For lookups without a network connection: the files contain what the APIs answer. Every download has a SHA‑256, can be resumed, and names the sources it is made from.',
    zh: '适用于无需联网的查询：文件内容与 API 返回一致。每个文件都有 SHA‑256 校验和，支持断点续传，并注明所用来源。',
  },
  formats: { en: 'Formats', zh: '格式' },
  size: { en: 'Size', zh: '大小' },
  daily: { en: 'Build of {date}, updated daily', zh: '{date} 构建，每日更新' },
  by_hand: { en: 'Build of {date}', zh: '{date} 构建' },
  notBuilt: { en: 'No address data has been built on this server yet.', zh: '本服务器尚未构建地址数据。' },
  everyAccount: { en: 'every account, the free one included', zh: '所有账户，包括免费账户' },
  inPlans: { en: 'In the plans', zh: '包含于套餐' },
  licences: { en: 'Sources and licences', zh: '数据来源与许可' },
  download: { en: 'Go to downloads', zh: '前往下载' },
} as const
