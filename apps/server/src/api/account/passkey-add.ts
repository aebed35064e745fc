import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys',
  auth: 'session',
  title: { en: 'Add a passkey', zh: '添加通行密钥' },
  summary: { en: 'Receives the passkey that the browser has created, and verifies it.', zh: '提交并校验浏览器生成的通行密钥。' },
  input: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .describe(joinText({ en: 'Its name in the list', zh: '列表中的名称' }))
      .meta({ label: { en: 'Name', zh: '名称' } }),
    response: z
      .looseObject({ id: z.string().max(2_000), response: z.looseObject({}) })
      .describe(joinText({ en: '`PublicKeyCredential.toJSON()`', zh: '`PublicKeyCredential.toJSON()` 的结果' }))
      .meta({ label: { en: 'Passkey', zh: '通行密钥' } }),
  }),
  output: z.object({ message: z.string() }),
  errors: ['passkey_wrong', 'session_ended', 'login_required', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    // The library checks every part of it.
    const response = input.response as unknown as RegistrationResponseJSON
    await services.passkeys.add(getSession(caller), { name: input.name, response })
    await services.audit.note(caller, 'passkey_add')
    return { message: ACCOUNT_MESSAGES.passkeyAdded[caller.lang] }
  },
})
