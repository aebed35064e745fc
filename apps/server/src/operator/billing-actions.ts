import * as z from 'zod'
import type { Services } from '../services.ts'

/** Money, for the command line on the server's machine. */
export const BILLING_ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  async refund({ billing, log }, input) {
    const { invoice, amount } = refundInput.parse(input)
    const given = await billing.refundInvoice(invoice, amount)
    log.warn({ invoice, ...given }, 'the operator has given money back')
    return { invoice, ...given }
  },
}

const refundInput = z.strictObject({ invoice: z.string().max(60), amount: z.number().int().positive().optional() })
