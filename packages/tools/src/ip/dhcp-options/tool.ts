import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

export default defineTool({
  id: 'dhcp-options',
  route: '/ip/dhcp-options',
  group: 'subnet',
  rank: 55,
  icon: 'AdjustmentsCode',
  title: { en: 'DHCP options', zh: 'DHCP 选项' },
  summary: {
    en: 'Option 121, 119, 43 and others as hex and as settings of your DHCP server; or read what an option says',
    zh: '生成选项 121、119、43 等的十六进制与各种 DHCP 服务器配置，或解读选项内容',
  },
  about: {
    en: 'Routes are written as RFC 3442 has them (option 121, and 249 for old Windows), search lists with compression as RFC 3397 (option 119). In option 43 every maker puts something else: choose yours to tell access points where their controller is. Other options are written as IANA’s register lays them out.\n\nTo read, paste the data of one option and give its number, or the options of a whole packet without one.',
    zh: '静态路由按 RFC 3442 编码（选项 121，旧版 Windows 用 249），搜索域按 RFC 3397 压缩（选项 119）。选项 43 的内容因厂商而异：选择厂商即可让 AP 找到控制器。其余选项按 IANA 登记的格式编码。\n\n解读时，粘贴某一选项的数据并填写其编号；粘贴整个报文的选项时不填编号。',
  },
  keywords: [
    'dhcp',
    'dhcp option 121',
    'dhcp option 43',
    'option 119',
    'option 249',
    'classless static routes',
    'wlc',
    'capwap',
    'dhcp选项',
    '静态路由下发',
    'ac地址',
  ],
  input: z.object({
    option: z
      .enum(['routes', 'names', 'controller', 'other', 'read'])
      .default('routes')
      .meta({
        ...L('Option', '选项'),
        options: {
          routes: { en: 'Routes (121)', zh: '静态路由（121）' },
          names: { en: 'Search list (119)', zh: '搜索域（119）' },
          controller: { en: 'Controller (43)', zh: '控制器（43）' },
          other: { en: 'By number', zh: '按编号' },
          read: { en: 'Read hex', zh: '解读十六进制' },
        },
        widget: 'segments',
      }),
    vendor: z
      .enum(['cisco', 'unifi', 'aruba', 'ruckus', 'smartzone', 'huawei', 'h3c'])
      .default('cisco')
      .meta({
        ...L('Access points of', 'AP 厂商'),
        options: {
          cisco: { en: 'Cisco', zh: 'Cisco' },
          unifi: { en: 'UniFi', zh: 'UniFi' },
          aruba: { en: 'Aruba', zh: 'Aruba' },
          ruckus: { en: 'Ruckus ZoneDirector', zh: 'Ruckus ZoneDirector' },
          smartzone: { en: 'Ruckus SmartZone', zh: 'Ruckus SmartZone' },
          huawei: { en: 'Huawei', zh: '华为' },
          h3c: { en: 'H3C', zh: '新华三 H3C' },
        },
        widget: 'select',
        when: { option: ['controller'] },
      }),
    code: z
      .int()
      .min(1)
      .max(254)
      .optional()
      .meta({
        ...L('Number', '编号'),
        help: { en: 'To read a whole packet, leave it empty', zh: '解读整个报文时留空' },
        placeholder: { en: '121', zh: '121' },
        when: { option: ['other', 'read'] },
      }),
    values: z
      .string()
      .min(1)
      .meta({
        ...L('Content', '内容'),
        help: { en: 'Routes, domains, addresses or a text; hex to read', zh: '路由、域名、地址或文本；解读时为十六进制' },
        placeholder: {
          en: '0.0.0.0/0 192.168.1.1\n10.0.0.0/8 192.168.1.254',
          zh: '0.0.0.0/0 192.168.1.1\n10.0.0.0/8 192.168.1.254',
        },
        widget: 'text',
        main: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true }),
    code: z.int().optional().meta(L('Number', '编号')),
    name: z.string().optional().meta(L('Name', '名称')),
    length: z
      .int()
      .optional()
      .meta({ ...L('Length', '长度'), unit: 'B' }),
    spaced: z.string().optional().meta(L('Byte by byte', '逐字节')),
    value: z.string().optional().meta(L('Says', '含义')),
    notes: z.array(z.string()).optional().meta(L('Notes', '提示')),
    commands: z
      .string()
      .optional()
      .meta({ ...L('Settings of servers', '服务器配置'), widget: 'text' }),
    options: z
      .array(
        z.object({
          code: z.int().meta(L('Number', '编号')),
          name: z.string().meta(L('Name', '名称')),
          length: z.int().meta({ ...L('Length', '长度'), unit: 'B' }),
          value: z.string().meta(L('Says', '含义')),
          hex: z.string().meta(L('Hex', '十六进制')),
        }),
      )
      .optional()
      .meta({ ...L('Options', '选项'), widget: 'table' }),
  }),
  errors: ['too_large'],
  examples: [
    {
      name: { en: 'A network behind another router', zh: '经另一网关的网段' },
      input: { values: '0.0.0.0/0 192.168.1.1\n10.0.0.0/8 192.168.1.254' },
    },
    {
      name: { en: 'A controller for Cisco access points', zh: '让 Cisco AP 找到控制器' },
      input: { option: 'controller', values: '192.168.10.5, 192.168.10.20' },
    },
    { name: { en: 'Domains to search', zh: '搜索域' }, input: { option: 'names', values: 'eng.example.com\nexample.com' } },
    {
      name: { en: 'What does option 121 say?', zh: '解读选项 121' },
      input: { option: 'read', code: 121, values: '18.c0a8.02c0.a801.01' },
      output: {
        text: '121 Static routes: 192.168.2.0/24 → 192.168.1.1',
        options: [
          { code: 121, name: 'Static routes', length: 8, value: '192.168.2.0/24 → 192.168.1.1', hex: '18c0a802c0a80101' },
        ],
      },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runDhcpOptions(input, host.lang),
})
