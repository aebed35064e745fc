import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const MAKE = { action: ['make'] }
const line = (maxLength: number) => z.string().max(maxLength).default('')

/** For the example only: the two ends know each other, and the server does not take what the phone sends. */
const BROKEN = `[Interface]
Address = 10.8.0.1/24
ListenPort = 51820
PrivateKey = IJX2qQT8Zb3HckTcBuNTEHifkHXjzYvDzadNxqf3hGc=

[Peer]
PublicKey = cGHZbjG6nJwg9UzIZ0LQzNwP140voLCckChi+eEIV1A=
AllowedIPs = 10.8.0.3/32

[Interface]
Address = 10.8.0.2/32
PrivateKey = cDNPxrtjNM+1SDzGfkfBANR5PO4cSXdGsLDfG4RYF1Q=
DNS = 10.8.0.1

[Peer]
PublicKey = QyfCk6WujptY6e4WBgG4qZHUcMYfb2n3YDCCH2odJBg=
Endpoint = vpn.example.com:51820
AllowedIPs = 0.0.0.0/0
`

export default defineTool({
  id: 'wireguard',
  route: '/ip/wireguard',
  group: 'ip',
  rank: 95,
  icon: 'ShieldLock',
  title: { en: 'WireGuard configuration', zh: 'WireGuard 配置生成与检查' },
  summary: {
    en: 'Files for a server and its devices, with keys and QR codes; or find out why a tunnel does not work',
    zh: '生成服务端与各设备的配置、密钥和二维码，或检查隧道为何不通',
  },
  about: {
    en: 'Keys are made on your device and go nowhere. A device that keeps its private key to itself gives only its public one: write it behind its name. Routes are worked out so that they hold just what you ask for, such as all of the Internet but not the network at home.\n\nTo find a fault, paste the files of both ends one behind the other: keys, addresses, routes and secrets are compared.',
    zh: '密钥在您的设备上生成，不会外传；自行保管私钥的设备只需在名称后写上公钥。路由会精确计算，例如全部互联网流量走隧道、家中局域网除外。\n\n排查故障时，请依次粘贴两端的配置：会比对密钥、地址、路由与预共享密钥。',
  },
  keywords: [
    'wireguard',
    'wireguard config generator',
    'wg',
    'wg0.conf',
    'wg genkey',
    'wg-quick',
    'allowedips',
    'allowedips calculator',
    'vpn config',
    'preshared key',
    '组网',
    '隧道',
    '虚拟专用网',
    'wireguard配置',
  ],
  input: z.object({
    action: z
      .enum(['make', 'check'])
      .default('make')
      .meta({
        ...L('Action', '操作'),
        options: { make: { en: 'Make', zh: '生成' }, check: { en: 'Check', zh: '检查' } },
        widget: 'segments',
      }),
    devices: line(20_000).meta({
      ...L('Devices', '设备'),
      help: { en: 'One a line; a public key behind it if it has one', zh: '每行一个，已有密钥的可在名称后写公钥' },
      placeholder: { en: 'phone\nlaptop', zh: '手机\n笔记本' },
      widget: 'text',
      main: true,
      when: MAKE,
      emptyWhen: { action: ['check'] },
    }),
    config: line(500_000).meta({
      ...L('Files of one or both ends', '一端或两端的配置'),
      placeholder: { en: '[Interface] …', zh: '[Interface] …' },
      widget: 'text',
      secret: true,
      when: { action: ['check'] },
    }),
    endpoint: line(260).meta({
      ...L('Server', '服务器'),
      help: { en: 'Public name or address', zh: '公网域名或 IP' },
      placeholder: { en: 'vpn.example.com', zh: 'vpn.example.com' },
      when: MAKE,
    }),
    route: z
      .enum(['all', 'public', 'vpn'])
      .default('all')
      .meta({
        ...L('Through the tunnel', '走隧道的流量'),
        options: {
          all: { en: 'Everything', zh: '全部' },
          public: { en: 'All but local networks', zh: '除局域网外全部' },
          vpn: { en: 'Only the VPN', zh: '仅 VPN 内部' },
        },
        widget: 'select',
        when: MAKE,
      }),
    dns: line(500).meta({
      ...L('DNS', 'DNS'),
      help: { en: 'Of the devices', zh: '设备使用' },
      placeholder: { en: '9.9.9.9, 2620:fe::fe', zh: '223.5.5.5, 2400:3200::1' },
      when: MAKE,
    }),
    network: line(200).meta({
      ...L('Network of the VPN', 'VPN 网段'),
      help: { en: 'At random if empty', zh: '留空则随机' },
      placeholder: { en: '10.8.0.0/24, fd00:8::/64', zh: '10.8.0.0/24, fd00:8::/64' },
      advanced: true,
      when: MAKE,
    }),
    behind: line(2000).meta({
      ...L('Networks behind the server', '服务器后方网段'),
      placeholder: { en: '192.168.1.0/24', zh: '192.168.1.0/24' },
      advanced: true,
      when: MAKE,
    }),
    exclude: line(2000).meta({
      ...L('Never through the tunnel', '不走隧道的网段'),
      placeholder: { en: '192.168.0.0/16', zh: '192.168.0.0/16' },
      advanced: true,
      when: MAKE,
    }),
    nat: z
      .enum(['nftables', 'iptables', 'none'])
      .default('nftables')
      .meta({
        ...L('Address translation', '地址转换（NAT）'),
        options: {
          nftables: { en: 'nftables', zh: 'nftables' },
          iptables: { en: 'iptables', zh: 'iptables' },
          none: { en: 'None', zh: '无' },
        },
        advanced: true,
        when: MAKE,
      }),
    outside: line(40)
      .default('eth0')
      .meta({
        ...L('Interface to the Internet', '外网网卡'),
        advanced: true,
        when: { action: ['make'], nat: ['nftables', 'iptables'] },
      }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(51_820)
      .meta({ ...L('Port', '端口'), advanced: true, when: MAKE }),
    keepaliveS: z
      .int()
      .min(0)
      .max(65_535)
      .default(25)
      .meta({
        ...L('Keepalive', '保活间隔'),
        unit: 's',
        help: { en: '0 for none', zh: '0 为关闭' },
        advanced: true,
        when: MAKE,
      }),
    mtu: z
      .int()
      .min(1280)
      .max(65_535)
      .optional()
      .meta({
        ...L('MTU', 'MTU'),
        unit: 'B',
        help: { en: 'Chosen by wg-quick if empty', zh: '留空由 wg-quick 决定' },
        advanced: true,
        when: MAKE,
      }),
    hasSharedKeys: z
      .boolean()
      .default(true)
      .meta({ ...L('Preshared keys', '预共享密钥'), advanced: true, when: MAKE }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), widget: 'hidden', main: true, secret: true }),
    notes: z.array(z.string()).optional().meta(L('Notes', '提示')),
    findings: z
      .array(
        z.object({
          level: z.enum(['error', 'warning', 'ok']).meta({
            ...L('Level', '级别'),
            options: {
              error: { en: 'Wrong', zh: '错误' },
              warning: { en: 'Doubtful', zh: '注意' },
              ok: { en: 'Good', zh: '正常' },
            },
          }),
          line: z.int().optional().meta(L('Line', '行')),
          text: z.string().meta(L('Finding', '结论')),
        }),
      )
      .optional()
      .meta({ ...L('Findings', '检查结果'), widget: 'table' }),
    interfaces: z
      .array(
        z.object({
          file: z.int().meta(L('File', '文件')),
          publicKey: z.string().optional().meta(L('Public key', '公钥')),
          addresses: z.string().meta(L('Addresses', '地址')),
          port: z.string().optional().meta(L('Port', '端口')),
          peers: z.int().meta(L('Peers', '对端数')),
        }),
      )
      .optional()
      .meta({ ...L('Ends', '本端'), widget: 'table' }),
    peers: z
      .array(
        z.object({
          file: z.int().meta(L('File', '文件')),
          name: z.string().optional().meta(L('Name', '名称')),
          publicKey: z.string().meta(L('Public key', '公钥')),
          endpoint: z.string().optional().meta(L('Endpoint', '端点')),
          allowed: z.string().meta(L('Allowed addresses', '允许的地址')),
        }),
      )
      .optional()
      .meta({ ...L('Peers', '对端'), widget: 'table' }),
    server: z
      .string()
      .optional()
      .meta({ ...L('Server', '服务器'), widget: 'text', secret: true }),
    devices: z
      .array(
        z.object({
          name: z.string().meta(L('Name', '名称')),
          addresses: z.string().meta(L('Addresses', '地址')),
          publicKey: z.string().meta(L('Public key', '公钥')),
          config: z.string().meta({ ...L('File', '配置文件'), widget: 'text', secret: true }),
          qr: z
            .string()
            .optional()
            .meta({ ...L('QR code', '二维码'), widget: 'image', secret: true }),
        }),
      )
      .optional()
      .meta(L('Devices', '设备')),
    setup: z
      .string()
      .optional()
      .meta({ ...L('On the server (Linux)', '服务器上执行（Linux）'), widget: 'text' }),
  }),
  errors: ['too_large'],
  accepts: { 'wireguard-file': { action: 'check', config: '' } },
  examples: [
    {
      name: { en: 'All traffic of a phone and a laptop', zh: '手机与笔记本的全部流量' },
      input: { devices: 'phone\nlaptop', endpoint: 'vpn.example.com', dns: '9.9.9.9' },
    },
    {
      name: { en: 'Reach the office network only', zh: '仅访问公司内网' },
      input: {
        devices: 'ann\nbo',
        endpoint: '203.0.113.5',
        route: 'vpn',
        network: '10.8.0.0/24',
        behind: '192.168.10.0/24',
      },
    },
    {
      name: { en: 'The Internet, but not the network at home', zh: '互联网走隧道，家中局域网除外' },
      input: { devices: 'tablet', endpoint: '[2001:db8::5]:51820', route: 'public', dns: '9.9.9.9' },
    },
    { name: { en: 'Why does it not work?', zh: '为何不通？' }, input: { action: 'check', config: BROKEN } },
  ],
  run: async (input, host) => (await import('./run.ts')).runWireguard(input, host),
})
