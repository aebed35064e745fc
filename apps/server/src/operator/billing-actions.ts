import * as z from 'zod'
import type { Services } from '../services.ts'
import { noteHere } from './note-here.ts'

/** Money, for the command line on the server's machine. */
export const BILLING_ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  async refund({ billing, storage, log }, input) {
    const { invoice, amount, reason } = refundInput.parse(input)
    const given = await billing.refundInvoice(invoice, amount)
    const detail = { invoice, ...given, ...(reason && { reason }) }
    await noteHere({ storage }, { action: 'refund', detail })
    log.warn({ invoice, ...given }, 'the operator has given money back')
    return { invoice, ...given }
  },
}

const refundInput = z.strictObject({
  invoice: z.string().max(60),
  amount: z.number().int().positive().optional(),
  reason: z.string().trim().max(200).optional(),
})
