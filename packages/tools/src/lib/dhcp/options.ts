import type { Text } from '@octet/core/text.ts'

/** How the data of an option are laid out. */
export type OptionForm =
  | 'addresses'
  | 'pairs' // of addresses: a network and its mask, a host and its router
  | 'text'
  | 'seconds'
  | 'number'
  | 'signed'
  | 'flag'
  | 'message'
  | 'codes'
  | 'names' // with compression (RFC 3397)
  | 'routes' // RFC 3442
  | 'relay'
  | 'fqdn'
  | 'parts' // type, length, data
  | 'hex'

export type DhcpOption = { readonly name: string | Text; readonly form: OptionForm; readonly bytes?: 1 | 2 | 4 }

const o = (en: string, zh: string, form: OptionForm, bytes?: 1 | 2 | 4): DhcpOption => ({
  name: en === zh ? en : { en, zh },
  form,
  ...(bytes && { bytes }),
})

/** Options of RFC 2132 and later (IANA, “BOOTP Vendor Extensions and DHCP Options”). */
export const DHCP_OPTIONS: Readonly<Record<number, DhcpOption>> = {
  1: o('Subnet mask', '子网掩码', 'addresses'),
  2: o('Time offset', '时区偏移', 'signed', 4),
  3: o('Router', '路由器', 'addresses'),
  4: o('Time server (RFC 868)', '时间服务器（RFC 868）', 'addresses'),
  5: o('Name server (IEN 116)', '名称服务器（IEN 116）', 'addresses'),
  6: o('Name server', 'DNS 服务器', 'addresses'),
  7: o('Log server', '日志服务器', 'addresses'),
  9: o('Print server', '打印服务器', 'addresses'),
  12: o('Host name', '主机名', 'text'),
  13: o('Size of boot file', '启动文件大小', 'number', 2),
  15: o('Domain', '域名', 'text'),
  17: o('Root path', '根路径', 'text'),
  19: o('IP forwarding', 'IP 转发', 'flag'),
  23: o('Default TTL', '默认 TTL', 'number', 1),
  26: o('MTU', 'MTU', 'number', 2),
  28: o('Broadcast address', '广播地址', 'addresses'),
  33: o('Static routes (classful)', '静态路由（有类）', 'pairs'),
  35: o('ARP cache timeout', 'ARP 缓存超时', 'seconds', 4),
  40: o('NIS domain', 'NIS 域', 'text'),
  41: o('NIS server', 'NIS 服务器', 'addresses'),
  42: o('Time server', '时间服务器', 'addresses'),
  43: o('Vendor information', '厂商信息', 'parts'),
  44: o('WINS server', 'WINS 服务器', 'addresses'),
  46: o('NetBIOS node type', 'NetBIOS 节点类型', 'number', 1),
  47: o('NetBIOS scope', 'NetBIOS 作用域', 'text'),
  50: o('Requested address', '请求的地址', 'addresses'),
  51: o('Lease time', '租期', 'seconds', 4),
  52: o('Option overload', '选项重载', 'number', 1),
  53: o('Message', '消息', 'message'),
  54: o('Server', '服务器', 'addresses'),
  55: o('Requested options', '请求的选项', 'codes'),
  56: o('Words', '说明', 'text'),
  57: o('Largest message', '最大消息长度', 'number', 2),
  58: o('Renewal time (T1)', '续租时间（T1）', 'seconds', 4),
  59: o('Rebinding time (T2)', '重新绑定时间（T2）', 'seconds', 4),
  60: o('Vendor class', '厂商类别', 'text'),
  61: o('Client identifier', '客户端标识', 'hex'),
  64: o('NIS+ domain', 'NIS+ 域', 'text'),
  65: o('NIS+ server', 'NIS+ 服务器', 'addresses'),
  66: o('TFTP server', 'TFTP 服务器', 'text'),
  67: o('Boot file', '启动文件', 'text'),
  69: o('SMTP server', 'SMTP 服务器', 'addresses'),
  70: o('POP3 server', 'POP3 服务器', 'addresses'),
  72: o('Web server', 'Web 服务器', 'addresses'),
  77: o('User class', '用户类别', 'hex'),
  80: o('Rapid commit', '快速提交', 'hex'),
  81: o('Full name (FQDN)', '完整域名（FQDN）', 'fqdn'),
  82: o('Relay agent', '中继代理', 'relay'),
  93: o('Client architecture', '客户端架构', 'number', 2),
  94: o('Client network interface', '客户端网络接口', 'hex'),
  97: o('Client UUID', '客户端 UUID', 'hex'),
  100: o('Time zone (POSIX)', '时区（POSIX）', 'text'),
  101: o('Time zone (name)', '时区（名称）', 'text'),
  108: o('IPv6 only preferred', '首选仅 IPv6', 'seconds', 4),
  114: o('Captive portal', '强制门户', 'text'),
  116: o('Auto-configure', '自动配置', 'flag'),
  118: o('Subnet selection', '子网选择', 'addresses'),
  119: o('Search list', '搜索域', 'names'),
  120: o('SIP server', 'SIP 服务器', 'hex'),
  121: o('Static routes', '静态路由', 'routes'),
  125: o('Vendor information by number', '按编号的厂商信息', 'hex'),
  138: o('CAPWAP controller', 'CAPWAP 控制器', 'addresses'),
  150: o('TFTP server addresses', 'TFTP 服务器地址', 'addresses'),
  160: o('Captive portal (old)', '强制门户（旧）', 'text'),
  208: o('PXELINUX magic', 'PXELINUX 魔术字', 'hex'),
  209: o('PXELINUX configuration', 'PXELINUX 配置文件', 'text'),
  210: o('PXELINUX path', 'PXELINUX 路径', 'text'),
  211: o('PXELINUX reboot time', 'PXELINUX 重启时间', 'seconds', 4),
  249: o('Static routes (Microsoft)', '静态路由（微软）', 'routes'),
  252: o('Proxy configuration (WPAD)', '代理自动配置（WPAD）', 'text'),
}

/** The longest data that one option holds; more goes on in another of the same code (RFC 3396). */
export const MAX_OPTION = 255
