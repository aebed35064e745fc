import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { emailField } from '../../domain/account/credentials.ts'
import { CATEGORIES } from '../../domain/contact/contact.ts'
import { authorise } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/contact',
  auth: 'none',
  title: { en: 'Write to the operator', zh: '联系管理员' },
  summary: {
    en: 'Stores a message and mails it to the operator. At most five an hour from one address.',
    zh: '保存留言并邮件通知管理员。同一地址每小时最多 5 条。',
  },
  input: z.object({
    category: z
      .enum(CATEGORIES)
      .default('support')
      .describe(joinText({ en: 'custom: custom plans', zh: 'custom：定制套餐' })),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ label: { en: 'Name', zh: '姓名' } }),
    email: emailField,
    describe: z
      .string()
      .trim()
      .min(1)
      .max(5_000)
      .meta({ label: { en: 'Describe', zh: '描述' } }),
    proof: z
      .object({
        challenge: z.object({
          parameters: z.object({
            algorithm: z.string().max(40),
            nonce: z.string().max(200),
            salt: z.string().max(200),
            cost: z.number().int().min(1).max(5_000),
            keyLength: z.number().int().min(16).max(64),
            keyPrefix: z.string().max(64),
            expiresAt: z.number(),
          }),
          signature: z.string().max(200),
        }),
        solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200), time: z.number().default(0) }),
      })
      .describe(
        joinText({
          en: 'The challenge of `/v1/contact/challenge` with its solution',
          zh: '`/v1/contact/challenge` 的题目及解答',
        }),
      )
      .meta({ label: { en: 'Proof of work', zh: '工作量证明' } }),
  }),
  output: z.object({ message: z.string() }),
  errors: ['email_wrong', 'proof_wrong', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services, header }) {
    services.brakes.message(caller)
    await services.proof.take(input.proof)
    const { category, name, email, describe: text } = input
    await services.contact.send({ accountId: await findAccount(), category, name, email, text, lang: caller.lang })
    return { message: MESSAGES.information_submitted[caller.lang] }

    /** Whoever is logged in is noted; a dead token does not stop a message. */
    async function findAccount(): Promise<string | null> {
      const { sessions, config } = services
      try {
        const call = { token: header('token'), cookie: header('cookie') }
        return (await authorise(call, { sessions, publicOrigin: config.publicOrigin })).accountId
      } catch {
        return null
      }
    }
  },
})
