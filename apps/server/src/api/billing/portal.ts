import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/portal',
  auth: 'session',
  title: { en: 'Page to change the card', zh: '更换付款方式页面' },
  summary: {
    en: 'The provider’s page for changing the card; null when the provider has no such page.',
    zh: '支付渠道提供的更换银行卡页面；渠道没有此页面时为 null。',
  },
  input: z.object({}),
  output: z.object({ url: z.string().nullable() }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  cost: 3,
  handle: async ({ caller, services: { billing } }) => ({
    url: await billing.openPortal(getSession(caller).accountId, caller.lang),
  }),
})
