import { useEffect, useState } from 'react'
import { toFailureWords } from '@octet/core/payment-failure.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { request } from '../account/request.ts'
import { useAct } from '../account/use-act.ts'
import { useLang, useText } from '../lang.tsx'
import { neverTwice } from '../never-twice.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { Order } from './billing-data.ts'
import { tellPaid } from './pay-store.ts'
import { SumLines } from './sum-lines.tsx'

const CARDS = [
  ['success', billingText.cardSuccess],
  ['secure', billingText.cardSecure],
  ['decline', billingText.cardDecline],
  ['insufficient', billingText.cardInsufficient],
  ['expires', billingText.cardExpires],
] as const
type Card = (typeof CARDS)[number][0]

const POLL_MS = 400
const PATIENCE_MS = 30_000

/** Pays an order in the sandbox, and waits for the word of the provider: nothing is paid before it. */
export function OrderStep({ order: first, onClose }: { order: Order; onClose: () => void }) {
  const t = useText()
  const lang = useLang()
  const [card, setCard] = useState<Card>('success')
  const { order, isWaiting, isLong, wait } = useOrder(first)
  const { isBusy, refusal, act } = useAct()
  const send = async (words: { card?: Card; approve?: boolean }) => {
    const { data } = await act('POST', 'billing/sandbox/pay', { order: order.id, ...words })
    if (data) wait()
  }
  if (order.state === 'paid') return <Paid order={order} onClose={onClose} />
  return (
    <div className="pay-step">
      <SumLines lines={order.lines} sums={order} tax={order.tax_name} />
      {order.state === 'failed' && !isWaiting && (
        <p className="pay-warning" role="alert">
          {t(billingText.failed, { reason: toFailureWords(order.failure ?? '–', lang) })}
        </p>
      )}
      {isWaiting ? (
        <p className="pay-wait" role="status">
          {t(isLong ? billingText.waitingLong : billingText.waiting)}
        </p>
      ) : order.state === 'action' ? (
        <BankQuestion order={order} isBusy={isBusy} onAnswer={(approve) => void send({ approve })} />
      ) : (
        <>
          <fieldset className="pay-choice sandbox">
            <legend>{t(billingText.sandboxNote)}</legend>
            {CARDS.map(([id, text]) => (
              <label key={id}>
                <input type="radio" name="card" checked={card === id} onChange={() => setCard(id)} />
                <span>{t(text)}</span>
              </label>
            ))}
          </fieldset>
          <p className="dialog-foot">
            <Button kind="primary" isBusy={isBusy} onClick={() => void send({ card })}>
              {t(billingText.paySandbox)}
            </Button>
          </p>
        </>
      )}
      <FormFailure words={refusal} />
    </div>
  )
}

type BankProps = { readonly order: Order; readonly isBusy: boolean; readonly onAnswer: (approve: boolean) => void }

function BankQuestion({ order, isBusy, onAnswer }: BankProps) {
  const t = useText()
  if (order.action_url)
    return (
      <p className="dialog-foot">
        <a className="button primary" href={order.action_url}>
          {t(billingText.openBank)}
        </a>
      </p>
    )
  return (
    <>
      <p className="pay-warning">{t(billingText.bankAsks)}</p>
      <p className="dialog-foot">
        <Button kind="primary" isBusy={isBusy} onClick={() => onAnswer(true)}>
          {t(billingText.approve)}
        </Button>
        <Button isBusy={isBusy} onClick={() => onAnswer(false)}>
          {t(billingText.refuse)}
        </Button>
      </p>
    </>
  )
}

function Paid({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText()
  useEffect(tellPaid, [])
  return (
    <div className="pay-step">
      <p className="pay-done" role="status">
        <Icon name="CircleCheck" />
        <span>{order.message}</span>
      </p>
      <p className="dialog-foot">
        <SiteLink to="/account/billing" className="button primary" onClick={onClose}>
          {t(billingText.toBilling)}
        </SiteLink>
        <Button onClick={onClose}>{t(billingText.done)}</Button>
      </p>
    </div>
  )
}

/** The order as the server sees it; asked for again and again while its outcome is awaited. */
function useOrder(first: Order) {
  const [order, setOrder] = useState(first)
  const [since, setSince] = useState<number>()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (since === undefined) return
    const look = neverTwice(async () => {
      const { data } = await request<Order>('GET', `billing/orders/${order.id}`, {}, { isQuiet: true })
      if (!data || !hasChanged(order, data)) return
      setOrder(data)
      setSince(undefined)
    })
    const timer = setInterval(() => {
      if (performance.now() - since > PATIENCE_MS) setLong(true)
      void look()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [order, since])
  const wait = () => {
    setLong(false)
    setSince(performance.now())
  }
  return { order, isWaiting: since !== undefined, isLong, wait }
}

/** Whether anything has come: another state, or another refusal. */
const hasChanged = (before: Order, now: Order): boolean =>
  now.state !== before.state || (now.state === 'failed' && now.failed_at !== before.failed_at)
