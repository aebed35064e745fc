import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'

/** One attempt to hand a message to its webhook. */
const delivery = z.object({
  at: z.string(),
  status: z
    .number()
    .int()
    .nullable()
    .describe(joinText({ en: 'HTTP status; null without an answer', zh: 'HTTP 状态码；没有应答时为 null' })),
  error: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Why it was not taken; null when it was', zh: '未被接收的原因；已接收时为 null' })),
  answer: z
    .string()
    .nullable()
    .describe(joinText({ en: 'What the receiver said, 500 characters at most', zh: '接收方返回的内容，最多 500 个字符' })),
})

/** What a webhook is sent, and what came of it. */
export const deliveriesFields = {
  state: z
    .enum(['none', 'waiting', 'sent', 'failed'])
    .describe(joinText({ en: 'failed: given up after eight attempts', zh: 'failed：尝试八次后放弃' })),
  next_at: z
    .string()
    .nullable()
    .describe(joinText({ en: 'When it is sent next; null when it is not', zh: '下次发送时间；不再发送时为 null' })),
  sent: z
    .string()
    .describe(joinText({ en: 'The body of the message, which is the same each time', zh: '消息正文，每次发送相同' })),
  deliveries: z.array(delivery).describe(joinText({ en: 'The last ten attempts, newest first', zh: '最近十次尝试，从新到旧' })),
}
