import * as z from 'zod'
import type { BillingContext } from './context.ts'

/** Who sells, as invoices name them. */
export const sellerView = z.object({
  name: z.string(),
  lines: z.array(z.string()).describe('Address, tax number and the like'),
})

export const toSeller = ({
  config: { seller },
  brand,
}: Pick<BillingContext, 'config' | 'brand'>): z.output<typeof sellerView> => ({
  name: seller.name ?? brand,
  lines: seller.lines,
})
