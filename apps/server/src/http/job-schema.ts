import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'

export const JOB_FORMATS = ['csv', 'ndjson', 'table'] as const

/** A job as its owner sees it. */
export const jobSchema = z.object({
  id: z.string(),
  name: z
    .string()
    .nullable()
    .describe(joinText({ en: 'What its sender calls the file', zh: '提交者为文件起的名称' })),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  format: z.enum(JOB_FORMATS),
  column: z
    .number()
    .int()
    .nullable()
    .describe(joinText({ en: 'Column of a table with the addresses, from 1', zh: '表格中地址所在的列，从 1 开始' })),
  delimiter: z
    .string()
    .nullable()
    .describe(joinText({ en: 'What parts the columns of a table', zh: '表格的列分隔符' })),
  lines: z.number().int(),
  done: z
    .number()
    .int()
    .describe(joinText({ en: 'Lines answered so far', zh: '目前已完成的行数' })),
  failed: z
    .number()
    .int()
    .describe(joinText({ en: 'Of these, lines that are no address', zh: '其中不是地址的行数' })),
  percent: z.number().int(),
  result_bytes: z.number().int().nullable(),
  build: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Id of the data that answered', zh: '所用数据的 id' })),
  error: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Key of the error that ended it', zh: '使其终止的错误标识' })),
  msg: z
    .string()
    .nullable()
    .describe(joinText({ en: 'What that error says', zh: '该错误的说明' })),
  resolution: z
    .string()
    .nullable()
    .describe(joinText({ en: 'What can be done about it', zh: '可采取的措施' })),
  charged_units: z
    .number()
    .int()
    .nullable()
    .describe(
      joinText({
        en: 'What it was charged: a unit a line, or for each address of a table',
        zh: '所计单位数：每行一个；表格为每个不同地址一个',
      }),
    ),
  returned_units: z
    .number()
    .int()
    .describe(
      joinText({
        en: 'Units given back to the month they were charged to, because the job failed through a fault of this service',
        zh: '因本服务故障导致任务失败而退回当月额度的单位数',
      }),
    ),
  webhook_url: z.string().nullable(),
  webhook: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Another name of webhook_url', zh: 'webhook_url 的别名' })),
  webhook_state: z.enum(['none', 'waiting', 'sent', 'failed']),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string(),
})

/** What the end of a job by its owner comes to. */
export const stoppedSchema = z.object({
  returned_units: z
    .number()
    .int()
    .describe(
      joinText({
        en: 'Units given back, for what had not been looked up when the job was ended',
        zh: '结束任务时尚未查询、因而退还的单位数',
      }),
    ),
})
