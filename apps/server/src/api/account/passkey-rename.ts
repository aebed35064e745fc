import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/account/passkeys/:id',
  auth: 'session',
  title: { en: 'Rename a passkey', zh: '重命名通行密钥' },
  summary: {
    en: 'Changes its name in the list; logging in with it works as before.',
    zh: '修改其在列表中的名称，登录不受影响。',
  },
  input: z.object({
    id: z.string().max(2_000),
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .describe(joinText({ en: 'Its name in the list', zh: '列表中的名称' }))
      .meta({ label: { en: 'Name', zh: '名称' } }),
  }),
  output: z.object({ message: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    await services.passkeys.rename(getSession(caller), input.id, input.name)
    await services.audit.note(caller, 'passkey_rename')
    return { message: MESSAGES.saved[caller.lang] }
  },
})
