import { AccountFrame } from '../account/account-frame.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.billing,
  description: accountText.billingDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: BillingPage,
})

function BillingPage() {
  const t = useText()
  return (
    <AccountFrame>
      <p className="account-empty">{t(accountText.billingEmpty)}</p>
    </AccountFrame>
  )
}
