import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import type { BillingContext } from './context.ts'

/** Who sells, as invoices name them. */
export const sellerView = z.object({
  name: z.string(),
  lines: z.array(z.string()).describe(joinText({ en: 'Address, tax number and the like', zh: '地址、税号等' })),
})

export const toSeller = ({
  config: { seller },
  brand,
}: Pick<BillingContext, 'config' | 'brand'>): z.output<typeof sellerView> => ({
  name: seller.name ?? brand,
  lines: seller.lines,
})
