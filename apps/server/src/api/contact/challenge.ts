import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/contact/challenge',
  auth: 'none',
  title: { en: 'Proof of work for a message', zh: '留言前的工作量证明' },
  summary: {
    en: 'A challenge (Altcha, version 2) whose solution goes with the message; good for ten minutes and one use.',
    zh: '返回一道工作量证明题（Altcha 第 2 版），提交留言时附上答案。10 分钟内有效，仅可使用一次。',
  },
  input: z.object({}),
  output: z.object({ challenge: z.unknown() }),
  errors: ['unavailable'],
  cost: 5,
  async handle({ services }) {
    return { challenge: await services.proof.make() }
  },
})
