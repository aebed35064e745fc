import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/user_info',
  auth: 'none',
  title: { en: 'Who is logged in', zh: '当前登录用户' },
  summary: {
    en: 'The user of the token header; null without a token; 506 for a token that no longer counts.',
    zh: '返回 token 头对应的用户；无 token 时为 null；token 已失效时返回 506。',
  },
  input: z.object({}),
  output: z.object({ user: z.null() }),
  errors: ['session_ended'],
  handle({ header }) {
    if (header('token')) throw new AppError('session_ended')
    return { user: null }
  },
})
