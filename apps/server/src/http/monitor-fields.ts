import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import { USUAL_REGISTRATION_DAYS } from '../domain/points/monitor.ts'
import { measurementFields } from '../domain/points/measurement-request.ts'
import { toWebhookFields } from './webhook-fields.ts'

/** What is measured, or the registration of a domain that is asked for once a day. */
const monitorRequestSchema = z.strictObject({
  ...measurementFields,
  type: z
    .enum([...measurementTypes, 'domain'])
    .meta({ label: measurementFields.type.meta()?.label ?? { en: 'Type', zh: '类型' } })
    .describe(
      joinText({
        en: '`domain` asks the registry (RDAP, else WHOIS) once a day when the registration of `target` ends; places and settings do not matter then',
        zh: '`domain` 每天一次向注册局（RDAP，其次 WHOIS）查询 `target` 的注册何时到期，此时地点与测量选项不起作用',
      }),
    ),
})
export type AskedRequest = z.output<typeof monitorRequestSchema>

/** When a run of a monitor is bad. */
const monitorRules = z.strictObject({
  lossPercent: z.number().min(1).max(100).nullable().default(50),
  latencyMs: z.number().min(1).max(60_000).nullable().default(null),
  onFailure: z.boolean().default(true),
  certificateDays: z
    .int()
    .min(1)
    .max(365)
    .nullable()
    .default(14)
    .describe(joinText({ en: 'TLS: bad when the certificate ends within so many days', zh: 'TLS：证书在此天数内到期即为异常' })),
  registrationDays: z
    .int()
    .min(1)
    .max(365)
    .nullable()
    .default(USUAL_REGISTRATION_DAYS)
    .describe(
      joinText({
        en: 'Domain: bad when the registration ends within so many days; nobody is alarmed where the registry does not say when',
        zh: '域名：注册在此天数内到期即为异常；注册局不提供到期时间的，不会告警',
      }),
    ),
  answers: z
    .array(z.string().trim().min(1).max(500))
    .min(1)
    .max(20)
    .nullable()
    .default(null)
    .describe(joinText({ en: 'DNS: bad when any other record is answered', zh: 'DNS：应答中出现其他记录即为异常' })),
  minPoints: z.int().min(1).max(50).default(1),
  confirmations: z.int().min(1).max(10).default(2),
})

/** Of the robot of a chat; empty for none. */
const chatSecret = z
  .string()
  .trim()
  .max(200)
  .optional()
  .meta({ label: { en: 'Secret of the robot', zh: '机器人密钥' } })
  .describe(
    joinText({
      en: 'What the robot of DingTalk (additional signature), Feishu or Lark (signature verification) wants its messages signed with; never shown again. Empty for none',
      zh: '钉钉（加签）、飞书或 Lark（签名校验）机器人用于签名的密钥，不会再次显示；留空表示不使用',
    }),
  )

export const monitorFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .meta({ label: { en: 'Name', zh: '名称' } }),
  request: monitorRequestSchema.meta({ label: { en: 'What is measured', zh: '测量内容' } }),
  every_minutes: z
    .int()
    .min(1)
    .max(1440)
    .default(5)
    .meta({ label: { en: 'Every', zh: '间隔' }, unit: 'min' }),
  rules: monitorRules.prefault({}).meta({ label: { en: 'When it is bad', zh: '异常条件' } }),
  wants_mail: z
    .boolean()
    .default(true)
    .meta({ label: { en: 'Mail', zh: '邮件通知' } }),
  ...toWebhookFields({ en: 'Public URL that is told of each change', zh: '状态变化时通知的公网网址' }),
  chat_secret: chatSecret,
} as const

/** What can be changed of a monitor; what is left out stays. */
export const monitorChanges = {
  name: monitorFields.name.optional(),
  request: monitorFields.request.optional(),
  every_minutes: monitorFields.every_minutes.unwrap().optional(),
  rules: monitorFields.rules.unwrap().optional(),
  wants_mail: monitorFields.wants_mail.unwrap().optional(),
  ...toWebhookFields({ en: 'Empty for none', zh: '留空表示不使用' }),
  chat_secret: chatSecret,
  is_active: z
    .boolean()
    .optional()
    .meta({ label: { en: 'Running', zh: '运行' } }),
} as const

const time = z.string().nullable()
const text = z.object({ en: z.string(), zh: z.string() })

export const monitorRow = z.object({
  id: z.string(),
  name: z.string(),
  request: monitorRequestSchema,
  every_minutes: z.number(),
  rules: monitorRules,
  wants_mail: z.boolean(),
  webhook_url: z.string().nullable(),
  has_chat_secret: z
    .boolean()
    .describe(joinText({ en: 'Whether messages are signed for the robot of a chat', zh: '是否为聊天机器人加签' })),
  is_active: z.boolean(),
  state: z.enum(['unknown', 'good', 'bad']),
  state_since: z.string(),
  silent_since: time.describe(
    joinText({
      en: 'Since when no run could judge, as where all its points are offline: the state is of that time. Null while runs judge',
      zh: '自何时起没有一次运行能够判定（如监测点全部离线），状态停留在该时刻；正常判定时为 null',
    }),
  ),
  maintenance_until: time.describe(
    joinText({
      en: 'Until when it tells nobody, since there is maintenance; null for none',
      zh: '因维护而不发送告警的截止时间；没有维护时为 null',
    }),
  ),
  next_at: z.string(),
  last_run_at: time,
  last_measurement: z.string().nullable(),
  last_words: text.nullable(),
  shown: z
    .object({ id: z.string(), title: z.string(), shows_target: z.boolean() })
    .nullable()
    .describe(joinText({ en: 'How it is shown to others; null where it is not', zh: '公开方式；未公开时为 null' })),
  last_call: z
    .object({ state: z.enum(['waiting', 'sent', 'failed']), attempts: z.number(), error: z.string().nullable() })
    .nullable()
    .describe(
      joinText({
        en: 'The last message to the webhook: whether it was taken, how often it was tried in vain, and why',
        zh: '最近一次发往 webhook 的消息：是否被接收、失败次数及原因',
      }),
    ),
})

export const monitorEvent = z.object({
  kind: z.enum(['good', 'bad', 'silent', 'heard']).describe(
    joinText({
      en: '`silent`: no run could judge for long; `heard`: then one could again',
      zh: '`silent`：长时间没有一次运行能够判定；`heard`：之后又能判定',
    }),
  ),
  words: text,
  measurement_id: z.string().nullable(),
  created_at: z.string(),
})
