import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

export default defineTool({
  id: 'device-password',
  route: '/crypto/device-password',
  group: 'crypto',
  rank: 96,
  icon: 'Router',
  title: { en: 'Passwords of network devices', zh: '网络设备密码' },
  summary: {
    en: 'Read and make passwords of Cisco, Junos and FortiOS; find those in a whole configuration and take them out',
    zh: '还原与生成 Cisco、Junos、FortiOS 等配置中的密码，查出整份配置里的密码并脱敏',
  },
  about: {
    en: 'Type 7 of Cisco, $9$ of Junos, ENC of FortiOS before 7.4 and the file of Cisco’s VPN client are no encryption: their keys are known, so the passwords are shown. Hashes (types 4, 5, 8 and 9, ASA, FortiOS, $5$ and $6$) cannot be read back; give a password to see whether it is the one.\n\nPaste one value, a line or a whole configuration. All passwords in it are listed with their lines, also those that stand there as they are, and the configuration comes back without them, fit for a ticket. What has another form than these is not found: read it before you pass it on.',
    zh: 'Cisco type 7、Junos $9$、7.4 之前的 FortiOS ENC 以及 Cisco VPN 客户端文件都不是加密：密钥是公开的，因此可直接还原。哈希（type 4、5、8、9，ASA，FortiOS，$5$、$6$）无法还原，但可填写密码检验是否相符。\n\n可粘贴单个值、一行或整份配置：列出其中所有密码及所在行（包括明文密码），并给出去除密码后的配置，便于提交工单。其他形式的密码可能遗漏，外传前请通读。',
  },
  keywords: [
    'cisco type 7',
    'type 7 decrypt',
    'cisco password decrypt',
    'cisco secret 9',
    'type 8',
    'type 5',
    'juniper $9$',
    'junos decrypt',
    'fortigate password',
    'fortios enc',
    'enc_grouppwd',
    'pcf',
    'router password',
    'running-config',
    'service password-encryption',
    '思科密码',
    '交换机密码',
    '路由器密码',
    '配置脱敏',
  ],
  input: z.object({
    task: z
      .enum(['read', 'make'])
      .default('read')
      .meta({
        ...L('Task', '操作'),
        options: { read: { en: 'Read and check', zh: '还原与检查' }, make: { en: 'Make', zh: '生成' } },
        widget: 'segments',
      }),
    config: z
      .string()
      .default('')
      .meta({
        ...L('Password or configuration', '密码或配置'),
        placeholder: { en: 'username admin password 7 02050D480809', zh: 'username admin password 7 02050D480809' },
        widget: 'text',
        main: true,
        secret: true,
        when: { task: ['read'] },
      }),
    password: z
      .string()
      .max(200)
      .default('')
      .meta({
        ...L('Password', '密码'),
        help: { en: 'To read: try it with the hashes; may stay empty', zh: '还原时可留空；填写则与哈希比对' },
        widget: 'secret',
        secret: true,
      }),
    type: z
      .enum(['cisco9', 'cisco8', 'cisco5', 'cisco7', 'sha512crypt', 'junos9'])
      .default('cisco9')
      .meta({
        ...L('Form', '形式'),
        options: {
          cisco9: { en: 'Cisco type 9 (scrypt)', zh: 'Cisco type 9（scrypt）' },
          cisco8: { en: 'Cisco type 8 (PBKDF2)', zh: 'Cisco type 8（PBKDF2）' },
          cisco5: { en: 'Cisco type 5 (MD5-crypt), weak', zh: 'Cisco type 5（MD5-crypt，强度低）' },
          cisco7: { en: 'Cisco type 7, can be read', zh: 'Cisco type 7（可还原）' },
          sha512crypt: { en: 'Junos, Arista $6$ (SHA-512-crypt)', zh: 'Junos、Arista $6$（SHA-512-crypt）' },
          junos9: { en: 'Junos $9$, can be read', zh: 'Junos $9$（可还原）' },
        },
        when: { task: ['make'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true }),
    rows: z
      .array(
        z.object({
          line: z.int().meta(L('Line', '行')),
          setting: z.string().meta(L('Setting', '配置项')),
          form: z.string().meta(L('Form', '形式')),
          plain: z.string().optional().meta(L('Password', '密码')),
          safety: z.enum(['clear', 'reversible', 'weak', 'strong', 'hash', 'locked']).meta({
            ...L('Protection', '保护'),
            options: {
              clear: { en: 'None', zh: '无' },
              reversible: { en: 'None: can be read back', zh: '无：可还原' },
              weak: { en: 'Weak hash', zh: '弱哈希' },
              strong: { en: 'Strong hash', zh: '强哈希' },
              hash: { en: 'Hash', zh: '哈希' },
              locked: { en: 'Encrypted', zh: '加密' },
            },
          }),
          fits: z
            .enum(['match', 'differs'])
            .optional()
            .meta({
              ...L('Your password', '所填密码'),
              options: { match: { en: 'Matches', zh: '相符' }, differs: { en: 'Differs', zh: '不符' } },
            }),
        }),
      )
      .optional()
      .meta({ ...L('Passwords', '密码'), widget: 'table' }),
    commands: z
      .string()
      .optional()
      .meta({ ...L('Commands', '命令'), widget: 'text' }),
    masked: z
      .string()
      .optional()
      .meta({ ...L('Configuration without them', '去除密码后的配置'), widget: 'text' }),
    notes: notesField,
  }),
  errors: ['too_large'],
  accepts: { 'device-password': {} },
  examples: [
    {
      name: { en: 'Type 7 of Cisco', zh: 'Cisco type 7' },
      input: { config: '02050D480809' },
    },
    {
      name: { en: 'A configuration', zh: '一份配置' },
      input: {
        config:
          'enable secret 9 $9$2MJBozw/9R3UsU$2lFhcKvpghcyw8deP25GOfyZaagyUOGBymkryvOdfo6\nusername admin privilege 15 password 7 02050D480809\nsnmp-server community public RO\nline vty 0 4\n password cisco\n transport input ssh',
      },
    },
    {
      name: { en: '$9$ of Junos', zh: 'Junos $9$' },
      input: { config: 'set system radius-server 192.0.2.1 secret "$9$2GgZjHkPQ39.PhrvLVb.P5Tz6"' },
    },
    {
      name: { en: 'Make type 9', zh: '生成 type 9' },
      input: { task: 'make', password: 'correct-horse' },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runDevicePassword(input, host),
})
