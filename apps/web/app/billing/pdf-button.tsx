import { useState } from 'react'
import { readEnvelope, toHeaders, toOwnFailure } from '../api/call.ts'
import { useLang, useText } from '../lang.tsx'
import { showToast } from '../state/toast-store.ts'
import { billingText } from '../text/billing.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Button, type ButtonKind } from '../ui/button.tsx'
import type { Order } from './billing-data.ts'

/** A file may take longer than an answer. */
const LIMIT_MS = 30_000
/** Nothing else on the page says why nothing was saved. */
const TOLD_MS = 10_000

type PdfButtonProps = {
  readonly order: Pick<Order, 'id' | 'invoice'>
  readonly kind?: ButtonKind
  /** What it acts on, where several stand on a page. */
  readonly subject?: string | undefined
}

/** Saves an invoice as PDF. It is fetched with the token, so no link of it can be passed on. */
export function PdfButton({ order: { id, invoice }, kind = 'plain', subject }: PdfButtonProps) {
  const t = useText()
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const found = await fetchPdf(`/v1/billing/invoices/${id}/pdf?lang=${lang}`)
    setBusy(false)
    if (found instanceof Blob) return saveFile(new File([found], `${invoice}.pdf`))
    showToast({ type: 'warning', text: t(billingText.pdfFailed, { reason: found }), hasClose: true, durationMs: TOLD_MS })
  }
  return (
    <Button icon="Download" kind={kind} subject={subject} isBusy={isBusy} onClick={() => void save()}>
      {t(billingText.pdf)}
    </Button>
  )
}

/** The file, or why there is none. */
async function fetchPdf(path: string): Promise<Blob | string> {
  try {
    const answer = await fetch(path, { headers: toHeaders(), signal: AbortSignal.timeout(LIMIT_MS) })
    return answer.ok ? await answer.blob() : (await readEnvelope(answer)).msg
  } catch (error) {
    return toOwnFailure(error, LIMIT_MS).msg
  }
}
