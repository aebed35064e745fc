import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { toSessionCookies } from '../../http/cookies.ts'
import { toLogInPlace } from '../../http/to-device.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys/log_in',
  auth: 'none',
  title: { en: 'Log in by passkey', zh: '使用通行密钥登录' },
  summary: {
    en: 'Like a login by password; the device has checked the person, so no second factor is asked for.',
    zh: '与密码登录相同；设备已验证本人，无需再进行两步验证。',
  },
  input: z.object({
    response: z
      .looseObject({ id: z.string().max(2_000), response: z.looseObject({}) })
      .describe(joinText({ en: '`PublicKeyCredential.toJSON()`', zh: '`PublicKeyCredential.toJSON()` 的结果' }))
      .meta({ label: { en: 'Passkey', zh: '通行密钥' } }),
    remember: z.boolean().default(false),
  }),
  output: z.object({
    token: z.string(),
    expires_in: z.number().describe(joinText({ en: 'Seconds', zh: '秒' })),
    message: z.string(),
  }),
  errors: ['passkey_wrong', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services, header, setCookie }) {
    services.brakes.logIn(caller, '')
    const session = await services.passkeys.logIn({
      // The library checks every part of it.
      response: input.response as unknown as AuthenticationResponseJSON,
      isRemembered: input.remember,
      ...toLogInPlace({ caller, header }),
    })
    await services.audit.note(caller, 'log_in_passkey', { accountId: session.accountId })
    for (const line of toSessionCookies(session, services.config.publicOrigin)) setCookie(line)
    return { token: session.token, expires_in: session.seconds, message: MESSAGES.login_succeeded[caller.lang] }
  },
})
