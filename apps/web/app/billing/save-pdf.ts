import type { Lang } from '@octet/core/text.ts'
import { toHeaders } from '../api/call.ts'
import { toast } from '../state/toast-store.ts'
import { billingText } from '../text/billing.ts'
import type { Order } from './billing-data.ts'

/** Saves an invoice as PDF. It is fetched with the token, so no link of it can be passed on. */
export async function savePdf({ id, invoice }: Pick<Order, 'id' | 'invoice'>, lang: Lang): Promise<void> {
  const answer = await fetch(`/v1/billing/invoices/${id}/pdf?lang=${lang}`, { headers: toHeaders() }).catch(() => undefined)
  if (!answer?.ok) {
    toast.warning(billingText.pdfFailed[lang], true)
    return
  }
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: `${invoice}.pdf` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
