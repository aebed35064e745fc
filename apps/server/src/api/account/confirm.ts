import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/confirm',
  auth: 'none',
  title: { en: 'Confirm an address', zh: '确认邮箱' },
  summary: {
    en: 'What the button of the confirmation page does. The link works once, for 24 hours.',
    zh: '确认页按钮所调用的接口。链接 24 小时内有效，仅可使用一次。',
  },
  input: z.object({ token: z.string().max(200).describe('From the link in the mail') }),
  output: z.object({ message: z.string() }),
  errors: ['link_dead', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    const { accountId, isChange } = await services.accounts.confirm(input.token)
    await services.audit.note(caller, isChange ? 'email_confirm' : 'confirm', { accountId })
    return { message: MESSAGES[isChange ? 'email_changed' : 'confirmed'][caller.lang] }
  },
})
