/**
 * What parameters and fields of answers mean, in Chinese, for schemas of `packages/`, by what these say in English: pages load
 * them and show no word of it. Those of the server hold both languages. A test says what is missing and what nobody uses.
 */
export const DESCRIPTION_WORDS: Readonly<Record<string, string>> = {
  'Id of a tool': '工具的 id',
  'In a stream, where changesOnly stands beside it: only the rows that have changed, each in place of the one with the same x-stream-key':
    '流式返回时，若同级有 changesOnly，则只含有变化的行，各行替换 x-stream-key 相同的那一行',
  'The rows as CSV, once all are there': '全部完成后的 CSV 表格',
  'The expiries as a calendar file (RFC 5545), once all are there': '全部完成后的到期日日历文件（RFC 5545）',
  'The first public address on the way': '途中的第一个公网地址',
  'Version and cipher, as far as noted; absent where no encryption is noted': '记录中的 TLS 版本与密码套件；未记录加密时没有此项',
  'Whether a name leads back to the address; null without names, or where that could not be asked':
    '是否有名称能解析回该地址；没有名称或无法查询时为 null',
  'Why the names, or what they lead to, could not be asked for': '名称或其解析结果无法查询的原因',
  'What resolvers outside China answered over TLS': '境外解析器经 TLS 返回的结果',
  'How many addresses': '地址数量',
  'What was asked for': '查询的内容',
  'The host name that was resolved, if one was asked for': '按主机名查询时，所解析的主机名',
  'Records of the host name’s further addresses': '该主机名其他地址的记录',
  'The data with its UTF-8 readable, where dig writes it as \\DDD': '以可读 UTF-8 表示的数据，dig 会写成 \\DDD',
  'Other options of EDNS, as they came': '其他 EDNS 选项，按收到的原样列出',
  Hexadecimal: '十六进制',
  '`silent`: nothing came back, which is what an address without DNS owes':
    '`silent`：没有任何应答，未提供 DNS 服务的地址本应如此',
  'In the order they came. Of a root server only what holds records, which no root server sends':
    '按到达顺序。对根服务器只列出带有记录的应答，真正的根服务器不会发送这样的应答',
  'Whether it answered a harmless name, too: then somebody on the way answers every question':
    '是否对无害的名称也作了应答：若是，则途中有人应答一切查询',
  'What is valid today and will not be for long, or is not good practice': '目前有效但即将失效，或不符合最佳实践的内容',
  'Lists that refused, kept silent, or failed their own test': '拒绝查询、没有应答或未通过自身测试的名单',
  '`broken`: fails its own test points (RFC 5782 §5), so that it says nothing of the target':
    '`broken`：未通过自身的测试点（RFC 5782 §5），其结果不能说明目标的情况',
  'What the codes stand for, where the list says': '返回码的含义（名单有说明时）',
  'Where the list says why, and how to be taken off': '名单说明原因及移除方法的页面',
  'Why the server could not be spoken to, or what it said in place of a welcome':
    '无法与服务器通信的原因，或服务器代替欢迎语返回的内容',
  'Whether a connection came about; null where none was tried, as without an address that may be connected to':
    '是否建立了连接；未尝试连接时（例如没有允许连接的地址）为 null',
  'Of EHLO; inside TLS where it is spoken': 'EHLO 返回的扩展；使用 TLS 时为加密后的结果',
  'Whether TLS is offered (STARTTLS); null where that is not known': '是否提供 TLS（STARTTLS）；未知时为 null',
  'Whether passwords are taken before TLS (AUTH)': '是否在 TLS 之前接受密码（AUTH）',
  'Why TLS did not come about though it is offered': '提供 TLS 却未能建立的原因',
  'By the public roots; the name is not looked at': '按公共根证书判断，不检查名称',
  'Whether the certificate is for the name in the MX record': '证书是否匹配 MX 记录中的名称',
  'Why the other of its two IP versions takes no connection; null where it does':
    '另一种 IP 版本无法建立连接的原因；可以连接时为 null',
  'Whether the certificate fits a TLSA record of usage 2 or 3; null where there is none':
    '证书是否匹配用途为 2 或 3 的 TLSA 记录；没有此类记录时为 null',
  'The first four mail servers, spoken to on port 25 up to TLS; empty where that was not wanted':
    '前四台邮件服务器，经 25 端口通信直至 TLS；未要求时为空',
  'Names of `include`, `redirect`, `a`, `mx` and `exists` without a record; those with macros, and `ptr`, hang on the sender and are not asked':
    '`include`、`redirect`、`a`、`mx`、`exists` 中没有记录的名称；含宏的名称和 `ptr` 取决于发件人，不查询',
  'Whose record decided': '由谁的记录决定',
  'What matched, or what broke the check': '匹配的内容，或使检查中断的内容',
  'Why the check came to no word (permerror, temperror)': '检查没有得出结论的原因（permerror、temperror）',
  'What the domain has receivers say of the refusal (exp=)': '域名要求收件方对拒收所作的说明（exp=）',
  'What a receiver finds for the address given as sender (RFC 7208 check_host)':
    '收件方对所填发件地址的检查结果（RFC 7208 check_host）',
  'Whether the resolver has confirmed the DNSSEC signatures (AD)': '解析器是否已验证 DNSSEC 签名（AD）',
  'False until the mail servers have been spoken to': '与邮件服务器通信完成之前为 false',
  'The name in Chinese, where the point has no name of its owner’s': '中文名称（监测点所有者未命名时）',
  'The city in Chinese, where the address data knows it': '城市的中文名（地址数据中有时）',
  'The name of each address, in their order; empty where it has none': '依次为各地址的名称；没有名称时为空',
  'Who is here, or somebody whose address is not told, answered that the target is unreachable':
    '由此处的设备或未透露地址的设备返回目标不可达',
  'Rounds that went this way': '经过此路径的轮数',
  'The address at each hop from the first on; null where nobody answered': '从第一跳起每一跳的地址；没有应答时为 null',
  'By UDP and TCP each round is a flow with ports of its own: the ways that load balancers chose for them':
    'UDP 和 TCP 的每一轮是一条端口各异的流，此处为负载均衡为它们选择的路径',
  'Why paths are not told apart': '未区分路径的原因',
  'Who on the way refused packets or had to cut them, and why; or what else explains the packets':
    '途中何处拒绝了数据包或对其分片及其原因，或对结果的其他说明',
  'Who ends the way before the target, and why; or that it goes round in a circle':
    '何处使路径在到达目标之前中断，以及原因；或路径形成环路',
  'Why no signature by this key is valid': '此密钥的签名均无法通过验证的原因',
  'Who on the way says that the port cannot be reached, where that is known': '途中返回端口不可达的设备（已知时）',
  'Whether a route object names this prefix, or one around it, with this origin; null where that could not be asked':
    '是否有路由对象以此起源登记了该前缀或包含它的前缀；无法查询时为 null',
  'As the registry wrote it': '注册局的原文',
  'The registry says more than was read': '注册局的内容多于所读取的部分',
  'AS numbers seen next to the origin in BGP paths': 'BGP 路径中紧邻起源的 AS 号',
  'What the operators of the origins, or of the AS, declare; not what is seen': '起源或该 AS 的运营者所声明的内容，并非观测结果',
  'The registry has more prefixes than are listed': '注册局的前缀多于所列出的',
  'Of an AS alone': '仅限查询单个 AS 时',
  'Of TLS 1.3, each offered alone': 'TLS 1.3 的密钥交换组，逐个单独测试',
  'ISO 8601; a time without Z is as the registry wrote it, without naming its zone':
    'ISO 8601；不带 Z 的时间为注册局原文，未注明时区',
  'AS numbers that the registry names as its origins': '注册局登记为其起源的 AS 号',
  'Source id, e.g. dbip-city': '数据源 id，例如 dbip-city',
  'Fields of this record it decided': '本记录中由它决定的字段',
  'Date of the source’s data, YYYY-MM-DD': '数据源的数据日期，YYYY-MM-DD',
  'The block as CIDR': '地址块（CIDR）',
  'The document that sets it aside, e.g. RFC 1918': '规定其用途的文件，例如 RFC 1918',
  'True when such an address may be reached from the whole Internet': '此类地址可从整个互联网访问时为 true',
  'ISO 3166-1 alpha-2': 'ISO 3166-1 两位国家代码',
  'ISO 3166-2, e.g. US-CA': 'ISO 3166-2，例如 US-CA',
  'Degrees north, WGS 84': '北纬度数（WGS 84）',
  'Degrees east, WGS 84': '东经度数（WGS 84）',
  'Part of the European Union: a member state, or a territory of one where its law applies':
    '属于欧盟：成员国，或其适用欧盟法律的领地',
  'ITU-T E.164 country code with +': '带 + 的 ITU-T E.164 国家代码',
  'Path of an SVG of the flag': '国旗 SVG 的路径',
  'Metres above sea level': '海拔（米）',
  'Autonomous system number': '自治系统号',
  'isp, hosting, business, education or government':
    'isp（运营商）、hosting（托管）、business（企业）、education（教育）或 government（政府）',
  'IANA zone name': 'IANA 时区名',
  'UTC offset now, ±hh:mm': '当前的 UTC 偏移，±hh:mm',
  'RFC 3339 with the offset': 'RFC 3339，带时区偏移',
  'True when any anonymising flag of proxy_data is true (VPN, Tor, proxy or relay)':
    'proxy_data 中任一匿名标志（VPN、Tor、代理或中继）为 true 时为 true',
  'First address with the same answer': '结果相同的第一个地址',
  'Last address with the same answer': '结果相同的最后一个地址',
  'The widest CIDR around the address with the same answer': '包含该地址且结果相同的最大 CIDR',
  'Kilometres; about two thirds of the addresses lie within': '公里；约三分之二的地址位于此半径内',
  'Id of the database build that answered': '所用数据库版本的 id',
  Seconds: '秒',
  'AS13335, 13335 or an address': 'AS13335、13335 或一个地址',
}
