import * as z from 'zod'
import type { EndpointContext, HeldUnits } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import { toLineBytes } from '../domain/address-body.ts'
import { MAX_ADDRESS_BYTES } from '../domain/address-lines.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import { hasCsvBody } from './has-csv-body.ts'
import { readWebhook, type WebhookFields } from './webhook-fields.ts'

/** What may be asked of a file, with a key as in the account. */
export const jobInput = {
  format: z.enum(['csv', 'ndjson']).default('csv'),
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
  charge: (lines: number) => Promise<HeldUnits | undefined>,
) {
  const { format, fields = null, exclude = null } = input
  const name = input.name?.trim() || undefined
  const sample = services.ip.lookup('192.0.2.1', lang)
  for (const name of [...toNames(fields), ...toNames(exclude)]) getField(sample, name)
  const webhook = readWebhook(input) ?? null
  const idempotencyKey = header('idempotency-key')
  const job = { accountId: key.accountId, keyId: key.id, name, format, lang, fields, exclude, webhook, idempotencyKey }
  const lines = toLineBytes(body, { maxJsonBytes: MAX_ADDRESS_BYTES, isCsv: hasCsvBody({ header }) })
  return services.jobs.create(job, lines, charge)
}

function toNames(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
