import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { toInvoicePdf } from '../../domain/billing/invoice-pdf.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/billing/invoices/:id/pdf',
  auth: 'session',
  title: { en: 'An invoice as PDF', zh: '下载账单 PDF' },
  summary: {
    en: 'One A4 page in the caller’s language.',
    zh: '按调用者语言生成的一页 A4 文档。',
  },
  input: z.object({ id: z.uuid() }),
  output: z.string(),
  answer: { media: ['application/pdf'], isBare: true },
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services: { billing } }) {
    const order = await billing.getOrder(getSession(caller).accountId, input.id)
    if (order.invoice_number === null) throw new AppError('no_such', { what: { en: 'invoice', zh: '账单' }, got: input.id })
    return new Answer(await toInvoicePdf(order, { lang: caller.lang, context: billing.context }), {
      type: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${order.invoice_number}.pdf"` },
    })
  },
})
