import { BillingPage } from '../billing/billing-page.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.billing,
  description: accountText.billingDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: BillingPage,
})
