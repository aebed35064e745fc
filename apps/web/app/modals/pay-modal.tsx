import { usePayStore } from '../billing/pay-store.ts'
import { OrderStep } from '../billing/order-step.tsx'
import { PlanStep } from '../billing/plan-step.tsx'
import { useState } from 'react'
import type { Order } from '../billing/billing-data.ts'
import { LoadedOrder } from '../billing/loaded-order.tsx'
import { useText } from '../lang.tsx'
import type { ModalProps } from '../layout/overlays.tsx'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** Paying for a plan or an open invoice: what it costs, with whom, and what came of it. */
export default function PayModal({ onClose }: ModalProps) {
  const t = useText()
  const subject = usePayStore((state) => state.subject)
  const token = useUserStore((state) => state.token)
  const [order, setOrder] = useState<Order>()
  return (
    <Dialog title={t(billingText.payment)} className="pay" onClose={onClose}>
      {!subject ? (
        <NothingChosen onClose={onClose} />
      ) : token === '' ? (
        <LogInFirst />
      ) : order ? (
        <OrderStep order={order} onClose={onClose} />
      ) : subject.kind === 'order' ? (
        <LoadedOrder id={subject.order} onReady={setOrder} />
      ) : (
        <PlanStep subject={subject} onOrder={setOrder} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NothingChosen({ onClose }: ModalProps) {
  const t = useText()
  return (
    <>
      <p>{t(billingText.nothingChosen)}</p>
      <p className="dialog-foot">
        <SiteLink to="/pricing" className="button primary" onClick={onClose}>
          {t(billingText.seePlans)}
        </SiteLink>
      </p>
    </>
  )
}

function LogInFirst() {
  const t = useText()
  return (
    <>
      <p>{t(billingText.logInFirst)}</p>
      <p className="dialog-foot">
        <Button kind="primary" onClick={() => showModal('login')}>
          {t(billingText.logIn)}
        </Button>
        <Button onClick={() => showModal('register')}>{t(billingText.signUp)}</Button>
      </p>
    </>
  )
}
