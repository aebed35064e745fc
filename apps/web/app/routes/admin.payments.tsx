import { PaymentsPage } from '../admin/payments-page.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.payments,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: PaymentsPage,
})
