import * as z from 'zod'
import { verdictSchema } from '@octet/core/probe/http.ts'
import type { Text } from '@octet/core/text.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const line = (en: string, zh: string) => z.string().meta(L(en, zh))
const maybe = (en: string, zh: string) => line(en, zh).optional()

/** What the header of a message says of itself, its way, and who vouched for it. */
export const headersReportSchema = z.object({
  checks: z
    .array(z.object({ id: z.string(), verdict: verdictSchema, text: z.object({ en: z.string(), zh: z.string() }) }))
    .meta(L('Checks', '检查')),
  message: z
    .object({
      from: maybe('From', '发件人'),
      to: maybe('To', '收件人'),
      subject: maybe('Subject', '主题'),
      date: maybe('Date', '日期'),
      replyTo: maybe('Reply to', '回复至'),
      returnPath: maybe('Return path', '退信地址'),
      messageId: maybe('Message ID', '邮件 ID'),
      mailer: maybe('Mail program', '发信程序'),
    })
    .meta(L('Message', '邮件')),
  origin: maybe('Sent from', '发出地址').describe('The first public address on the way'),
  totalSeconds: z
    .number()
    .optional()
    .meta({ ...L('Time in transit', '总耗时'), unit: 's' }),
  hops: z
    .array(
      z.object({
        hop: z.int().meta(L('Hop', '跳')),
        from: maybe('From', '来自'),
        address: maybe('Address', '地址'),
        by: maybe('Received by', '接收服务器'),
        protocol: maybe('Protocol', '协议'),
        tls: z
          .string()
          .optional()
          .describe('Version and cipher, as far as noted; absent where no encryption is noted')
          .meta(L('Encryption', '加密')),
        time: maybe('Time (UTC)', '时间（UTC）'),
        delaySeconds: z
          .number()
          .optional()
          .meta({ ...L('Delay', '延迟'), unit: 's' }),
        recipient: maybe('For', '收件地址'),
      }),
    )
    .meta({ ...L('Path', '传输路径'), widget: 'table' }),
  authentication: z
    .array(
      z.object({
        method: line('Method', '方法'),
        result: line('Result', '结果'),
        about: line('About', '对象'),
        by: line('Checked by', '判定方'),
        reason: line('Reason', '说明'),
      }),
    )
    .meta({ ...L('Authentication results', '认证结果'), widget: 'table' }),
  signatures: z
    .array(
      z.object({
        domain: line('Domain', '域名'),
        selector: line('Selector', '选择器'),
        algorithm: line('Algorithm', '算法'),
        isAligned: z.boolean().meta(L('Matches the sender', '与发件人一致')),
        signedAt: maybe('Signed at', '签名时间'),
        expiresAt: maybe('Valid until', '有效期至'),
        fields: line('Signed fields', '已签名字段'),
      }),
    )
    .meta({ ...L('DKIM signatures', 'DKIM 签名'), widget: 'table' }),
  headers: z
    .array(z.object({ name: line('Name', '名称'), value: line('Value', '值') }))
    .meta({ ...L('All fields', '全部字段'), widget: 'table' }),
})
export type HeadersReport = z.infer<typeof headersReportSchema>
export type HeadersCheck = HeadersReport['checks'][number]
