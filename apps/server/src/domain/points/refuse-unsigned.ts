import { AppError } from '@octet/core/errors.ts'
import { wantsSecret } from '../jobs/chat-webhook.ts'

/** Refuses the secret of a robot where no robot at this address could want one. Throws `bad_input`. */
export function refuseUnsigned(url: string | null): void {
  if (url !== null && wantsSecret(url)) return
  throw new AppError('bad_input', {
    field: 'chat_secret',
    expected: {
      en: 'a webhook_url of a robot of DingTalk, Feishu or Lark, or no secret',
      zh: 'webhook_url 为钉钉、飞书或 Lark 机器人的网址，或不填密钥',
    },
    got: url === null ? { en: 'no webhook_url', zh: '没有 webhook_url' } : { en: 'another address', zh: '其他网址' },
  })
}
