import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

const FAULTY = `$TTL 3600
$ORIGIN example.com.
@     IN SOA ns1 hostmaster (
          2026011501 ; serial
          7200 900 1209600 3600 )
      IN NS  ns1
      IN NS  ns2
      IN MX  10 mail
      IN TXT "v=spf1 mx -all"
      IN TXT "v=spf1 include:_spf.example.net -all"
ns1   IN A   203.0.113.53
ns2   IN CNAME ns1
mail  IN A   203.0.113.25
www   IN CNAME www.example.com
blog  IN A   203.0.113.80 80
`
const BEFORE = `$ORIGIN example.com.
$TTL 3600
@    IN MX 10 mail
www  IN A 192.0.2.80
old  IN CNAME www
`
const AFTER = `example.com.      3600 IN MX    10 mail.example.com.
www.example.com.  300  IN A     192.0.2.80
www.example.com.  300  IN AAAA  2001:db8::80
`

export default defineTool({
  id: 'zone-file',
  route: '/lookup/zone-file',
  group: 'lookup',
  rank: 25,
  icon: 'Checklist',
  title: { en: 'DNS zone file', zh: 'DNS 区域文件检查' },
  summary: {
    en: 'Check a zone file, compare two, convert to JSON, CSV or nsupdate',
    zh: '检查区域文件、对比两份区域，转换为 JSON、CSV 或 nsupdate',
  },
  about: {
    en: 'Takes files of BIND, NSD, Knot and PowerDNS, exports of providers, zone transfers and what dig prints (RFC 1035 §5): $ORIGIN, $TTL, $GENERATE, 64 types of records, and others as RFC 3597 writes them. Nothing leaves your device, and no server is asked.\n\nBesides what servers refuse, it finds what they take although nobody means it: a forgotten dot at the end, a mail server that is an alias, two SPF records, missing glue, records below a delegation, signatures that have ended. $INCLUDE is not followed, and comments are left out of what is written.\n\nTo move a zone, give the old file and the new one: order and spelling do not count, and the form nsupdate gives the commands that make the new one out of the old.',
    zh: '支持 BIND、NSD、Knot、PowerDNS 的区域文件、服务商导出、区域传送和 dig 的输出（RFC 1035 §5）：$ORIGIN、$TTL、$GENERATE、64 种记录类型，其余按 RFC 3597 书写。内容不离开您的设备，也不查询任何服务器。\n\n除服务器会拒绝的错误外，还能发现服务器虽接受却并非本意之处：漏写末尾的点、邮件服务器是别名、两条 SPF、缺少胶水记录、委派之下的记录、过期的签名。不读取 $INCLUDE 的文件，写出时不保留注释。\n\n迁移区域时，请给出新旧两份：顺序与写法不计，选择 nsupdate 可得到由旧变新的命令。',
  },
  keywords: [
    'zone file',
    'zonefile',
    'zone checker',
    'named-checkzone',
    'bind',
    'axfr',
    'nsupdate',
    'compare zones',
    'master file',
    '区域文件',
    '域名解析文件',
    'dns迁移',
  ],
  input: z.object({
    zone: z
      .string()
      .min(1)
      .meta({
        ...L('Zone file', '区域文件'),
        placeholder: {
          en: '$ORIGIN example.com.\n@ 3600 IN SOA ns1 hostmaster …',
          zh: '$ORIGIN example.com.\n@ 3600 IN SOA ns1 hostmaster …',
        },
        widget: 'code',
        main: true,
      }),
    origin: z
      .string()
      .max(300)
      .default('')
      .meta({
        ...L('Zone', '区域'),
        help: { en: 'Needed only if the file has no $ORIGIN', zh: '仅当文件中没有 $ORIGIN 时需要' },
        placeholder: { en: 'example.com', zh: 'example.com' },
      }),
    form: z
      .enum(['zone', 'full', 'json', 'csv', 'nsupdate'])
      .default('zone')
      .meta({
        ...L('Write as', '输出为'),
        options: {
          zone: { en: 'Zone file', zh: '区域文件' },
          full: { en: 'Full names', zh: '完整名称' },
          json: { en: 'JSON', zh: 'JSON' },
          csv: { en: 'CSV', zh: 'CSV' },
          nsupdate: { en: 'nsupdate', zh: 'nsupdate' },
        },
        widget: 'segments',
      }),
    other: z
      .string()
      .default('')
      .meta({
        ...L('Compare with', '对比的区域文件'),
        help: { en: 'The new state, if the first is the old one', zh: '若上面是旧的，此处为新的' },
        widget: 'code',
        advanced: true,
      }),
  }),
  output: z.object({
    findings: z
      .array(
        z.object({
          level: z.enum(['error', 'warning', 'note', 'ok']).meta({
            ...L('Level', '级别'),
            options: {
              error: { en: 'Wrong', zh: '错误' },
              warning: { en: 'Doubtful', zh: '注意' },
              note: { en: 'To know', zh: '提示' },
              ok: { en: 'Good', zh: '正常' },
            },
          }),
          line: z.int().optional().meta(L('Line', '行')),
          text: z.string().meta(L('Finding', '结论')),
        }),
      )
      .meta({ ...L('Findings', '检查结果'), widget: 'table' }),
    isEqual: z.boolean().optional().meta(L('Equal', '是否相同')),
    changes: z
      .array(
        z.object({
          change: z.enum(['added', 'removed', 'changed']).meta({
            ...L('Change', '变化'),
            options: {
              added: { en: 'added', zh: '新增' },
              removed: { en: 'removed', zh: '删除' },
              changed: { en: 'changed', zh: '修改' },
            },
          }),
          name: z.string().meta(L('Name', '名称')),
          type: z.string().meta(L('Type', '类型')),
          before: z.string().meta(L('Before', '原值')),
          after: z.string().meta(L('After', '新值')),
        }),
      )
      .optional()
      .meta({ ...L('Differences', '差异'), widget: 'table' }),
    zone: z.string().optional().meta(L('Zone', '区域')),
    serial: z.int().optional().meta(L('Serial', '序列号')),
    records: z.int().meta({ ...L('Records', '记录数'), isCount: true }),
    names: z.int().meta({ ...L('Names', '名称数'), isCount: true }),
    types: z.string().meta(L('Types', '类型')),
    text: z.string().meta({
      ...L('Output', '输出'),
      widget: 'code',
      main: true,
      endings: { json: { form: ['json'] }, csv: { form: ['csv'] }, zone: { form: ['zone', 'full'] } },
    }),
    checked: z
      .string()
      .optional()
      .meta({ ...L('With what is found', '连同检查结果'), widget: 'hidden', printed: true }),
  }),
  errors: ['too_large'],
  accepts: { 'zone-file': {} },
  examples: [
    { name: { en: 'What is wrong with this zone?', zh: '这份区域文件有何问题？' }, input: { zone: FAULTY } },
    { name: { en: 'From the old state to the new', zh: '由旧变新' }, input: { zone: BEFORE, other: AFTER, form: 'nsupdate' } },
    {
      name: { en: 'What dig printed, as JSON', zh: '将 dig 的输出转为 JSON' },
      input: { zone: ';; ANSWER SECTION:\nexample.com.\t\t3600\tIN\tMX\t10 mail.example.com.\n', form: 'json' },
    },
    {
      name: { en: 'A row of names', zh: '批量生成名称' },
      input: { zone: '$TTL 1h\n$GENERATE 1-3 host-$ A 192.0.2.$\n', origin: 'example.com', form: 'full' },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runZoneFile(input, host.lang),
})
