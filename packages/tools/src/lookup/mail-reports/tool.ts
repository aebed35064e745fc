import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { runMailReports } from './mail-reports.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const line = (en: string, zh: string) => z.string().meta(L(en, zh))
const maybe = (en: string, zh: string) => line(en, zh).optional()
const count = (en: string, zh: string) => z.int().meta({ ...L(en, zh), isCount: true })

const EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <report_metadata>
    <org_name>mail.example.net</org_name>
    <email>dmarc@mail.example.net</email>
    <report_id>2026-11-24.7</report_id>
    <date_range><begin>1795478400</begin><end>1795564799</end></date_range>
  </report_metadata>
  <policy_published>
    <domain>example.com</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>quarantine</sp><pct>100</pct>
  </policy_published>
  <record>
    <row>
      <source_ip>192.0.2.25</source_ip><count>412</count>
      <policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated>
    </row>
    <identifiers><header_from>example.com</header_from></identifiers>
    <auth_results>
      <dkim><domain>example.com</domain><selector>s1</selector><result>pass</result></dkim>
      <spf><domain>example.com</domain><result>pass</result></spf>
    </auth_results>
  </record>
  <record>
    <row>
      <source_ip>203.0.113.77</source_ip><count>9</count>
      <policy_evaluated><disposition>quarantine</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated>
    </row>
    <identifiers><header_from>example.com</header_from></identifiers>
    <auth_results><spf><domain>bulk.example.org</domain><result>pass</result></spf></auth_results>
  </record>
</feedback>`

const TLS_EXAMPLE = JSON.stringify(
  {
    'organization-name': 'Example Net',
    'date-range': { 'start-datetime': '2026-11-24T00:00:00Z', 'end-datetime': '2026-11-24T23:59:59Z' },
    'contact-info': 'tls@mail.example.net',
    'report-id': '2026-11-24T00:00:00Z_example.com',
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: testing', 'mx: *.mail.example.com', 'max_age: 86400'],
          'policy-domain': 'example.com',
        },
        summary: { 'total-successful-session-count': 5326, 'total-failure-session-count': 303 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'sending-mta-ip': '2001:db8:abcd:12::1',
            'receiving-mx-hostname': 'mx1.mail.example.com',
            'failed-session-count': 303,
          },
        ],
      },
    ],
  },
  undefined,
  1,
)

export default defineTool({
  id: 'mail-reports',
  route: '/lookup/mail-reports',
  group: 'lookup',
  rank: 14,
  icon: 'ReportAnalytics',
  title: { en: 'DMARC and TLS reports', zh: 'DMARC 与 TLS 报告' },
  summary: {
    en: 'Who sends mail in the name of your domain and what passes: the XML and JSON reports of mail servers, readable',
    zh: '读懂邮件服务器发来的 XML 与 JSON 报告：谁在以您的域名发信，哪些通过了验证',
  },
  about: {
    en: 'Paste a report, or choose the file as it came: XML or JSON, packed by gzip or ZIP, several of them in one ZIP, the whole mail (.eml) or a mailbox (mbox).\n\nDMARC aggregate reports follow RFC 7489 Appendix C and RFC 9990, TLS reports RFC 8460; complaints of receivers (feedback loops) follow RFC 5965, reports of single failures RFC 6591. Rows that differ in their number only are added up, failures first. A message passes DMARC when its DKIM signature or its SPF domain matches the sender’s. In the browser nothing leaves it.',
    zh: '可粘贴报告内容，也可直接选择收到的文件：XML 或 JSON、gzip 或 ZIP 压缩文件，一个 ZIP 中可含多份报告；整封邮件（.eml）或邮箱文件（mbox）也可以。\n\nDMARC 汇总报告遵循 RFC 7489 附录 C 与 RFC 9990，TLS 报告遵循 RFC 8460；收件人投诉（反馈环）遵循 RFC 5965，单封失败报告遵循 RFC 6591。仅数量不同的行会合并，未通过的排在前面。DKIM 签名域或 SPF 域与发件人域名一致即通过 DMARC。在浏览器中使用时，内容不会外发。',
  },
  keywords: [
    'dmarc report',
    'dmarc analyzer',
    'aggregate report',
    'rua',
    'tls-rpt',
    'tlsrpt',
    'mta-sts report',
    'ruf',
    'forensic report',
    'feedback loop',
    'arf',
    'abuse report',
    '投诉报告',
    'xml',
    '汇总报告',
    'dmarc报告',
    'tls报告',
    '邮件报告',
  ],
  input: z.object({
    text: z
      .string()
      .max(20_000_000)
      .default('')
      .meta({
        label: { en: 'Report', zh: '报告' },
        widget: 'text',
        main: true,
        wanted: true,
        placeholder: { en: '<feedback> … or {"organization-name": …', zh: '<feedback> … 或 {"organization-name": …' },
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a file', zh: '或选择文件' }, wanted: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Summary', zh: '概要' }, main: true }),
    kind: z.enum(['dmarc', 'tls', 'feedback']).meta({
      ...L('Kind', '类型'),
      options: {
        dmarc: { en: 'DMARC', zh: 'DMARC' },
        tls: { en: 'TLS', zh: 'TLS' },
        feedback: { en: 'Complaints and failures', zh: '投诉与失败' },
      },
    }),
    total: count('Total', '总数'),
    passed: count('Passed', '通过').optional(),
    failed: count('Failed', '未通过').optional(),
    passedPercent: z
      .number()
      .optional()
      .meta({ ...L('Share that passed', '通过率'), unit: '%' }),
    quarantined: count('Quarantined', '隔离').optional(),
    rejected: count('Rejected', '拒收').optional(),
    notes: notesField,
    sources: z
      .array(
        z.object({
          ip: line('Address', '地址'),
          count: count('Messages', '邮件数'),
          result: z.enum(['pass', 'fail']).meta({
            ...L('DMARC', 'DMARC'),
            options: { pass: { en: 'pass', zh: '通过' }, fail: { en: 'fail', zh: '未通过' } },
          }),
          disposition: line('Treated as', '处置'),
          from: line('Sender', '发件域名'),
          dkim: line('DKIM', 'DKIM'),
          spf: line('SPF', 'SPF'),
          signatures: line('Signatures', '签名'),
          envelope: line('SPF of', 'SPF 域名'),
          reason: maybe('Reason', '原因'),
        }),
      )
      .optional()
      .meta({ ...L('Senders', '发信来源'), widget: 'table' }),
    failures: z
      .array(
        z.object({
          type: line('Failure', '故障'),
          count: count('Sessions', '会话数'),
          domain: line('Domain', '域名'),
          sender: maybe('From', '发送方'),
          receiver: maybe('To', '接收方'),
          reason: maybe('Reason', '原因'),
        }),
      )
      .optional()
      .meta({ ...L('Failures', '故障'), widget: 'table' }),
    complaints: z
      .array(
        z.object({
          type: line('Kind', '类型'),
          count: count('Mails', '邮件数'),
          ip: line('Address', '地址'),
          domain: line('Domain', '域名'),
          reason: maybe('Failed', '未通过'),
          disposition: maybe('Treated as', '处置'),
          sender: maybe('From', '发件人'),
          receiver: maybe('To', '收件人'),
          at: maybe('Last', '最近一次'),
        }),
      )
      .optional()
      .meta({ ...L('Complaints and failures', '投诉与失败'), widget: 'table' }),
    policies: z
      .array(
        z.object({
          domain: line('Domain', '域名'),
          policy: line('Policy', '策略'),
          passed: count('Passed', '通过'),
          failed: count('Failed', '未通过'),
        }),
      )
      .meta({ ...L('Policies', '策略'), widget: 'table' }),
    reports: z
      .array(
        z.object({
          organization: line('Reported by', '报告方'),
          domain: line('Domain', '域名'),
          id: line('Report ID', '报告编号'),
          contact: maybe('Contact', '联系方式'),
          begin: maybe('From', '起'),
          end: maybe('To', '止'),
          count: count('Total', '总数'),
        }),
      )
      .meta({ ...L('Reports', '报告'), widget: 'table' }),
  }),
  errors: ['syntax_error', 'too_large', 'unsupported_value'],
  accepts: { 'mail-report': {} },
  files: { packed: {} },
  examples: [
    {
      name: { en: 'A DMARC report', zh: 'DMARC 报告' },
      input: { text: EXAMPLE },
      output: {
        text: 'example.com: 412 of 421 messages pass DMARC (97.9%)',
        kind: 'dmarc',
        total: 421,
        passed: 412,
        failed: 9,
        passedPercent: 97.9,
        quarantined: 9,
        rejected: 0,
        notes: [
          '9 messages from 1 address failed. Where the address is yours or your provider’s, let it sign with DKIM or add it to SPF; the rest is not from you.',
        ],
        sources: [
          {
            ip: '203.0.113.77',
            count: 9,
            result: 'fail',
            disposition: 'quarantine',
            from: 'example.com',
            dkim: 'fail',
            spf: 'fail',
            signatures: '',
            envelope: 'bulk.example.org pass',
          },
          {
            ip: '192.0.2.25',
            count: 412,
            result: 'pass',
            disposition: 'none',
            from: 'example.com',
            dkim: 'pass',
            spf: 'pass',
            signatures: 'example.com (s1) pass',
            envelope: 'example.com pass',
          },
        ],
        policies: [
          { domain: 'example.com', policy: 'p=quarantine; sp=quarantine; adkim=r; aspf=r; pct=100', passed: 412, failed: 9 },
        ],
        reports: [
          {
            organization: 'mail.example.net',
            id: '2026-11-24.7',
            domain: 'example.com',
            count: 421,
            contact: 'dmarc@mail.example.net',
            begin: '2026-11-24T00:00:00Z',
            end: '2026-11-24T23:59:59Z',
          },
        ],
      },
    },
    {
      name: { en: 'A TLS report', zh: 'TLS 报告' },
      input: { text: TLS_EXAMPLE },
      output: {
        text: 'example.com: 5,326 of 5,629 sessions were encrypted as asked (94.6%)',
        kind: 'tls',
        total: 5629,
        passed: 5326,
        failed: 303,
        passedPercent: 94.6,
        notes: [],
        failures: [
          {
            type: 'certificate-expired',
            count: 303,
            domain: 'example.com',
            sender: '2001:db8:abcd:12::1',
            receiver: 'mx1.mail.example.com',
          },
        ],
        policies: [
          {
            domain: 'example.com',
            policy: 'sts; version: STSv1; mode: testing; mx: *.mail.example.com; max_age: 86400',
            passed: 5326,
            failed: 303,
          },
        ],
        reports: [
          {
            organization: 'Example Net',
            domain: 'example.com',
            id: '2026-11-24T00:00:00Z_example.com',
            contact: 'tls@mail.example.net',
            begin: '2026-11-24T00:00:00Z',
            end: '2026-11-24T23:59:59Z',
            count: 5629,
          },
        ],
      },
    },
  ],
  run: (input, { lang }) => runMailReports(input, lang),
})
