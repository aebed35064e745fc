import * as z from 'zod'
import type { EndpointContext, HeldUnits } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import { toLineBytes } from '../domain/address-body.ts'
import { MAX_ADDRESS_BYTES } from '../domain/address-lines.ts'
import type { TableWish } from '../domain/jobs/table.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import { hasCsvBody } from './has-csv-body.ts'
import { JOB_FORMATS } from './job-schema.ts'
import { readWebhook, type WebhookFields } from './webhook-fields.ts'

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', space: ' ' } as const

/** What may be asked of a file, with a key as in the account. */
export const jobInput = {
  format: z
    .enum(JOB_FORMATS)
    .default('csv')
    .describe(
      joinText({
        en: '`table`: the file itself, all its rows and columns as they came, with columns added; an address that comes more than once costs one unit',
        zh: '`table`：原文件的所有行列保持不变并追加结果列，重复的地址只计一个单位',
      }),
    ),
  column: z
    .string()
    .max(200)
    .optional()
    .describe(
      joinText({
        en: 'Where the addresses of a table stand: the number of a column, from 1, or its name; else the first with addresses',
        zh: '表格中地址所在的列：列号（从 1 开始）或列名；缺省为首个含地址的列',
      }),
    ),
  delimiter: z
    .enum(Object.keys(DELIMITERS) as [keyof typeof DELIMITERS])
    .optional()
    .describe(
      joinText({
        en: 'What parts the columns of a table; else as its beginning tells',
        zh: '表格的列分隔符；缺省按文件开头判断',
      }),
    ),
  fields: z.string().max(1_000).optional(),
  exclude: z.string().max(1_000).optional(),
  lang: z.enum(['en', 'zh']).optional(),
  name: z
    .string()
    .max(200)
    .regex(/^[^/\\\p{Cc}]*$/u, joinText({ en: 'the name of a file, without a folder', zh: '不含路径的文件名' }))
    .optional()
    .describe(joinText({ en: 'What the file is called: its result is called after it', zh: '文件名称，结果文件以此命名' })),
}

type JobInput = z.output<z.ZodObject<typeof jobInput>> & WebhookFields
type Context = Pick<EndpointContext<JobInput>, 'input' | 'services' | 'caller' | 'body' | 'header'>

/** Takes a file in for a key that pays for it. Throws `unknown_field`, and as `Jobs.create`. */
export function addJob(
  { input, services, caller: { lang }, body, header }: Context,
  key: KnownKey,
  charge: (units: number) => Promise<HeldUnits | undefined>,
) {
  const { format, fields = null, exclude = null } = input
  const name = input.name?.trim() || undefined
  const sample = services.ip.lookup('192.0.2.1', lang)
  for (const name of [...toNames(fields), ...toNames(exclude)]) getField(sample, name)
  const webhook = readWebhook(input) ?? null
  const idempotencyKey = header('idempotency-key')
  const table = toTableWish(input)
  const job = { accountId: key.accountId, keyId: key.id, name, format, lang, fields, exclude, table, webhook, idempotencyKey }
  if (table) return services.jobs.create(job, body, charge)
  const lines = toLineBytes(body, { maxJsonBytes: MAX_ADDRESS_BYTES, isCsv: hasCsvBody({ header }) })
  return services.jobs.create(job, lines, charge)
}

function toTableWish({ format, column, delimiter }: JobInput): TableWish | undefined {
  if (format === 'table') return { column: column?.trim() || undefined, delimiter: delimiter && DELIMITERS[delimiter] }
  const stray = column === undefined ? delimiter && 'delimiter' : 'column'
  if (stray) throw new AppError('bad_input', { field: stray, expected: 'format=table', got: `format=${format}` })
  return undefined
}

function toNames(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
