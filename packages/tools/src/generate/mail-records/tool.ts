import { joinText, type Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toKeyCost } from '../../lib/keys/key-kinds.ts'
import { notesField } from '../../lib/notes-field.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const hint = (text: string): { placeholder: Text } => ({ placeholder: { en: text, zh: text } })
const line = (maxLength: number) => z.string().max(maxLength).default('')
const shown = (en: string, zh: string) => z.string().meta(L(en, zh))
const words = {
  none: { en: 'none (only report)', zh: 'none（仅报告）' },
  quarantine: { en: 'quarantine', zh: 'quarantine（隔离）' },
  reject: { en: 'reject', zh: 'reject（拒收）' },
}
const below = (en: string, zh: string) =>
  z
    .enum(['same', 'none', 'quarantine', 'reject'])
    .default('same')
    .meta({
      ...L(en, zh),
      options: { same: { en: 'as the domain', zh: '同主域名' }, ...words },
      widget: 'select',
      advanced: true,
      when: { make: ['dmarc'] },
    })

export default defineTool({
  id: 'mail-records',
  route: '/generate/spf-dkim-dmarc',
  group: 'generate',
  rank: 25,
  icon: 'MailCog',
  title: { en: 'SPF, DKIM and DMARC generator', zh: 'SPF、DKIM、DMARC 生成' },
  summary: {
    en: 'What a mail domain publishes in DNS: SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI, null MX',
    zh: '生成邮件域名所需的 DNS 记录：SPF、DKIM、DMARC、MTA-STS、TLS-RPT、BIMI、空 MX',
  },
  about: {
    en: 'All is made on your device; nothing is asked of DNS. Senders of SPF are services by name, hosts, addresses and networks; what an existing record says stays in force. DNS lookups are counted as RFC 7208 §4.6.4 does, as far as the record itself tells: what a service includes in turn is known only by asking, which the mail domain check does.\n\nDMARC follows RFC 9989, which RFC 7489 receivers read as well. Where reports go to another domain, the record by which it agrees is made, too; it belongs into the zone of that domain.\n\nRecords come as a table for panels, and as lines of a zone file with strings of at most 255 bytes.',
    zh: '全部在您的设备上完成，不查询 DNS。SPF 的发信方可填服务商名称、主机名、IP 地址与网段；粘贴现有记录时，其内容会保留。DNS 查询次数按 RFC 7208 §4.6.4 统计记录自身；服务商的记录又包含什么，须查询才能得知，可用邮件域名检测核对。\n\nDMARC 依 RFC 9989 生成，遵循 RFC 7489 的收件方同样能读。报告发往其他域名时，会一并给出对方表示同意的记录，该记录应放在对方的区域中。\n\n结果既有供面板填写的表格，也有区域文件格式（每个字符串不超过 255 字节）。',
  },
  keywords: [
    'spf generator',
    'dmarc generator',
    'dkim generator',
    'dkim key',
    'mta-sts generator',
    'tls-rpt',
    'bimi generator',
    'null mx',
    'mail dns',
    'spf record generator',
    '生成spf',
    'spf生成',
    '生成dmarc',
    'dmarc生成',
    'spf记录',
    'dmarc记录',
    'dkim生成',
    '邮件记录',
    '域名邮箱解析',
  ],
  timeoutMs: 10_000,
  cost: ({ make, key }) => (make === 'dkim' && key !== 'own' ? toKeyCost(key) : 1),
  accepts: { domain: {}, email: {} },
  input: z.object({
    make: z
      .enum(['all', 'spf', 'dkim', 'dmarc', 'mta-sts', 'tls-rpt', 'bimi', 'none'])
      .default('all')
      .meta({
        ...L('Make', '生成'),
        options: {
          all: { en: 'All', zh: '整套' },
          spf: { en: 'SPF', zh: 'SPF' },
          dkim: { en: 'DKIM', zh: 'DKIM' },
          dmarc: { en: 'DMARC', zh: 'DMARC' },
          'mta-sts': { en: 'MTA-STS', zh: 'MTA-STS' },
          'tls-rpt': { en: 'TLS-RPT', zh: 'TLS-RPT' },
          bimi: { en: 'BIMI', zh: 'BIMI' },
          none: { en: 'No mail', zh: '不收发邮件' },
        },
        widget: 'segments',
      }),
    domain: z
      .string()
      .min(1)
      .max(2048)
      .meta({ ...L('Domain', '域名'), ...hint('example.com'), main: true }),
    reports: line(2000).meta({
      ...L('Reports go to', '报告发往'),
      ...hint('reports@example.com'),
      when: { make: ['all', 'dmarc', 'tls-rpt', 'none'] },
    }),
    policy: z
      .enum(['none', 'quarantine', 'reject'])
      .default('none')
      .meta({ ...L('DMARC policy', 'DMARC 策略'), options: words, widget: 'select', when: { make: ['all', 'dmarc'] } }),
    ending: z
      .enum(['auto', 'softfail', 'fail', 'neutral'])
      .default('auto')
      .meta({
        ...L('Everyone else', '其余发件方'),
        options: {
          auto: { en: 'as before, else ~all', zh: '沿用现有，否则 ~all' },
          softfail: { en: '~all (softfail)', zh: '~all（软拒绝）' },
          fail: { en: '-all (fail)', zh: '-all（拒绝）' },
          neutral: { en: '?all (neutral)', zh: '?all（不判定）' },
        },
        widget: 'select',
        when: { make: ['all', 'spf'] },
      }),
    senders: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        ...L('Who sends: services, hosts, addresses', '发信方：服务商、主机、IP 地址'),
        placeholder: {
          en: 'Google Workspace\nmx\n192.0.2.0/24\nsmtp.example.com',
          zh: '腾讯企业邮箱\nmx\n192.0.2.0/24\nsmtp.example.com',
        },
        widget: 'text',
        when: { make: ['all', 'spf'] },
      }),
    current: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        ...L('Existing SPF record, if any', '现有 SPF 记录（如有）'),
        ...hint('v=spf1 include:_spf.google.com ~all'),
        widget: 'text',
        when: { make: ['all', 'spf'] },
      }),
    servers: z
      .string()
      .max(20_000)
      .default('')
      .meta({
        ...L('Mail servers (MX), for MTA-STS', '收信服务器（MX），用于 MTA-STS'),
        ...hint('mx1.example.com\nmx2.example.com'),
        widget: 'text',
        when: { make: ['all', 'mta-sts'] },
      }),
    selector: z
      .string()
      .max(200)
      .default('s1')
      .meta({ ...L('Selector', '选择器'), ...hint('s1'), when: { make: ['dkim'] } }),
    key: z
      .enum(['rsa2048', 'ed25519', 'own'])
      .default('rsa2048')
      .meta({
        ...L('Key', '密钥'),
        options: {
          rsa2048: { en: 'New RSA 2048', zh: '新建 RSA 2048' },
          ed25519: { en: 'New Ed25519', zh: '新建 Ed25519' },
          own: { en: 'One that I have', zh: '使用已有密钥' },
        },
        widget: 'segments',
        when: { make: ['dkim'] },
      }),
    publicKey: z
      .string()
      .max(20_000)
      .default('')
      .meta({
        ...L('Public key: PEM, SSH, JWK or p=', '公钥：PEM、SSH、JWK 或 p='),
        widget: 'text',
        secret: true,
        wanted: true,
        when: { make: ['dkim'], key: ['own'] },
      }),
    mode: z
      .enum(['testing', 'enforce', 'none'])
      .default('testing')
      .meta({
        ...L('Mode', '模式'),
        options: {
          testing: { en: 'testing', zh: 'testing（测试）' },
          enforce: { en: 'enforce', zh: 'enforce（强制）' },
          none: { en: 'none (withdraw)', zh: 'none（撤回）' },
        },
        widget: 'segments',
        when: { make: ['mta-sts'] },
      }),
    days: z
      .int()
      .min(1)
      .max(365)
      .default(14)
      .meta({ ...L('Days that senders remember it', '发件方缓存天数'), when: { make: ['mta-sts'] } }),
    logo: line(2000).meta({
      ...L('Logo (SVG)', '标志（SVG）'),
      ...hint('https://example.com/logo.svg'),
      wanted: true,
      when: { make: ['bimi'] },
    }),
    certificate: line(2000).meta({
      ...L('Certificate (VMC, CMC)', '证书（VMC、CMC）'),
      ...hint('https://example.com/logo.pem'),
      when: { make: ['bimi'] },
    }),
    subdomains: below('Policy for subdomains (sp)', '子域名策略（sp）'),
    missing: below('For subdomains that do not exist (np)', '不存在的子域名（np）'),
    failures: line(2000).meta({
      ...L('Reports on single mails (ruf)', '单封失败报告（ruf）'),
      advanced: true,
      when: { make: ['dmarc'] },
    }),
    isStrict: z
      .boolean()
      .default(false)
      .meta({
        ...L('The very same domain only (strict)', '域名须完全一致（strict）'),
        advanced: true,
        when: { make: ['dmarc'] },
      }),
    isTrial: z
      .boolean()
      .default(false)
      .meta({ ...L('Only try it out (t=y)', '仅试行（t=y）'), advanced: true, when: { make: ['dmarc'] } }),
    isTesting: z
      .boolean()
      .default(false)
      .meta({ ...L('For testing (t=y)', '标为测试（t=y）'), advanced: true, when: { make: ['dkim'] } }),
    ttl: z
      .int()
      .min(0)
      .max(604_800)
      .default(3600)
      .meta({ ...L('TTL', 'TTL'), unit: 's', advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Zone file', '区域文件'), widget: 'text', main: true }),
    records: z
      .array(
        z.object({
          host: shown('Host', '主机记录'),
          type: shown('Type', '类型'),
          value: shown('Value', '记录值'),
          purpose: shown('Purpose', '用途'),
          name: shown('Whole name', '完整名称'),
          zone: z
            .string()
            .optional()
            .describe(joinText({ en: 'The domain of somebody else, whose zone the record belongs to', zh: '记录所属的他人域名' }))
            .meta(L('Zone', '所属区域')),
        }),
      )
      .meta({ ...L('Records', '记录'), widget: 'table' }),
    lookups: z
      .int()
      .optional()
      .describe(joinText({ en: 'Of the record itself; what it includes asks for more', zh: '仅记录自身；被包含的记录另计' }))
      .meta({ ...L('DNS lookups of the SPF record itself (10 allowed)', 'SPF 记录自身的 DNS 查询（上限 10）') }),
    notes: notesField,
    policyUrl: z.string().optional().meta(L('Address of the MTA-STS policy', 'MTA-STS 策略地址')),
    policy: z
      .string()
      .optional()
      .meta({ ...L('MTA-STS policy', 'MTA-STS 策略文件'), widget: 'text' }),
    privateKey: z
      .string()
      .optional()
      .meta({ ...L('Private key', '私钥'), widget: 'text', secret: true }),
    parts: z
      .array(z.object({ record: shown('Record', '记录'), part: shown('Part', '内容'), meaning: shown('Meaning', '含义') }))
      .optional()
      .meta({ ...L('What each part means', '逐项含义'), widget: 'table' }),
    whole: z
      .string()
      .optional()
      .describe(
        joinText({ en: 'The zone file with the policy or the private key behind it', zh: '区域文件，其后附策略文件或私钥' }),
      )
      .meta({ ...L('With the file or the key', '连同策略文件或私钥'), widget: 'hidden', printed: true, secret: true }),
    progress: z.number().min(0).max(1).optional().meta(L('Progress', '进度')),
  }),
  errors: ['bad_domain', 'unsupported_value', 'wrong_passphrase'],
  examples: [
    {
      name: { en: 'A domain with mail', zh: '收发邮件的域名' },
      input: {
        domain: 'example.com',
        senders: 'Google Workspace\nmx\n192.0.2.0/24',
        reports: 'dmarc@example.com',
        servers: 'mx1.example.com',
      },
    },
    {
      name: { en: 'A domain without mail', zh: '不收发邮件的域名' },
      input: { make: 'none', domain: 'example.com' },
    },
    {
      name: { en: 'Add a sender to an SPF record', zh: '在现有 SPF 中添加发信方' },
      input: {
        make: 'spf',
        domain: 'example.com',
        senders: 'Microsoft 365',
        current: '"v=spf1 ip4:192.0.2.10 include:_spf.google.com -all"',
      },
    },
    { name: { en: 'A DKIM key', zh: 'DKIM 密钥' }, input: { make: 'dkim', domain: 'example.com', selector: 's2026' } },
    {
      name: { en: 'DMARC reports to another domain', zh: 'DMARC 报告发往其他域名' },
      input: { make: 'dmarc', domain: 'example.com', policy: 'quarantine', reports: 'in@reports.example' },
    },
  ],
  run: async function* (input, host) {
    const { runMailRecords } = await import('./run.ts')
    yield* runMailRecords(input, host)
  },
})
