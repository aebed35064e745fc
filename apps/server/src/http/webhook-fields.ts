import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { joinText, type Text } from '@octet/core/text.ts'

const MAX_CHARS = 2_000
const LABEL = { en: 'Webhook', zh: 'Webhook' }
const OLDER = joinText({ en: 'Another name of webhook_url', zh: 'webhook_url 的别名' })

/** The webhook of a call: `webhook_url`, and `webhook`, as jobs called it first. */
export const toWebhookFields = (help: Text) =>
  ({
    webhook_url: z.string().max(MAX_CHARS).optional().meta({ label: LABEL }).describe(joinText(help)),
    webhook: z.string().max(MAX_CHARS).optional().meta({ label: LABEL }).describe(OLDER),
  }) as const

export type WebhookFields = { readonly webhook_url?: string | undefined; readonly webhook?: string | undefined }

/** The webhook under either name; undefined where neither is given. Throws `bad_input` for two that differ. */
export function readWebhook({ webhook_url: url, webhook }: WebhookFields): string | undefined {
  if (url !== undefined && webhook !== undefined && url !== webhook)
    throw new AppError('bad_input', {
      field: 'webhook',
      expected: { en: 'webhook_url alone', zh: '仅提交 webhook_url' },
      got: { en: 'another address', zh: '另一个网址' },
    })
  return url ?? webhook
}
