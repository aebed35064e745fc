import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { OPERATOR_MESSAGES } from '../../domain/operator/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/corrections/:id',
  auth: 'session',
  title: { en: 'Decide a correction', zh: '处理数据纠错' },
  summary: {
    en: 'Accepted: the claim goes into the next build of the data; for operators.',
    zh: '采纳后，更正内容将写入下一次数据构建，仅限管理员。',
  },
  input: z.object({
    id: z.uuid(),
    state: z.enum(['accepted', 'declined']).meta({ label: { en: 'Decision', zh: '处理结果' } }),
    note: z
      .string()
      .max(1_000)
      .default('')
      .describe(joinText({ en: 'For whoever sent it', zh: '写给提交者的话' })),
  }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    const { id, state, note } = input
    await services.corrections.decide(id, { isAccepted: state === 'accepted', note })
    await services.audit.note(caller, 'correction_decide', { detail: { id, state } })
    return { message: OPERATOR_MESSAGES[state][caller.lang] }
  },
})
