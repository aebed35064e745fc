import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readLedger } from '../../domain/billing/read-billing.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/billing/ledger',
  auth: 'session',
  title: { en: 'Bookings of the account', zh: '账户流水' },
  summary: {
    en: 'Every booking that affects the account, with its debit and credit sides, and the balance owed afterwards; a negative balance is credit.',
    zh: '涉及该账户的每笔记账（借贷双方）及记账后的应付余额；负数表示账户有余额。',
  },
  input: z.object({}),
  output: z.object({
    entries: z.array(
      z.object({
        id: z.number(),
        kind: z.string().describe(
          joinText({
            en: 'invoice, payment, refund, refund_failed, refund_credit (credit restored), refund_credit_failed (used again), dispute, writeoff, recovered',
            zh: 'invoice（账单）、payment（付款）、refund（退款）、refund_failed（退款失败）、refund_credit（余额退回）、refund_credit_failed（余额重新抵扣）、dispute（争议）、writeoff（核销）、recovered（追回）',
          }),
        ),
        source: z.string(),
        invoice: z.string().nullable(),
        currency: z.string(),
        lines: z
          .array(z.object({ account: z.string(), amount: z.number() }))
          .describe(joinText({ en: 'Debits positive; they add up to 0', zh: '借方为正，合计为 0' })),
        balance: z.number(),
        created_at: z.string(),
      }),
    ),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle: async ({ caller, services: { storage } }) => ({
    entries: await storage.run((queries) => readLedger(queries, getSession(caller).accountId)),
  }),
})
