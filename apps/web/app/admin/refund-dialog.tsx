import { useState, type FormEvent } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { request, toAdvice } from '../account/request.ts'
import { TextField } from '../account/text-field.tsx'
import { toMoney } from '../billing/money.ts'
import { useLang, useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { parseAmount, toLeft, type Payment } from './payment.ts'

/** What is about to be given back. */
type Wish = { readonly amount: number; readonly reason: string }

/** Gives money of a payment back: what and why, then «really?», then what came of it. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useText()
  const [wish, setWish] = useState<Wish>()
  const [isAsking, setAsking] = useState(false)
  const [given, setGiven] = useState<{ readonly amount: number }>()
  return (
    <Dialog title={t(adminText.refundOf, { invoice: payment.invoice })} onClose={onClose}>
      {given ? (
        <Given payment={payment} amount={given.amount} onClose={onClose} />
      ) : wish && isAsking ? (
        <Confirm payment={payment} wish={wish} onBack={() => setAsking(false)} onGiven={setGiven} />
      ) : (
        <WishForm
          payment={payment}
          first={wish}
          onWish={(made) => {
            setWish(made)
            setAsking(true)
          }}
        />
      )}
    </Dialog>
  )
}

type WishFormProps = { readonly payment: Payment; readonly first: Wish | undefined; readonly onWish: (wish: Wish) => void }

function WishForm({ payment, first, onWish }: WishFormProps) {
  const t = useText()
  const lang = useLang()
  const { currency } = payment
  const left = toLeft(payment)
  const [isPart, setPart] = useState(first !== undefined && first.amount < left)
  const [typed, setTyped] = useState(((first?.amount ?? left) / 100).toFixed(2))
  const [reason, setReason] = useState(first?.reason ?? '')
  const [errors, setErrors] = useState<{ amount?: string; reason?: string }>({})
  const most = toMoney(left, { currency, lang })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const amount = isPart ? (parseAmount(typed) ?? 0) : left
    const isWrong = amount <= 0 || amount > left
    setErrors({
      ...(isWrong && { amount: t(adminText.amountWrong, { most, got: typed }) }),
      ...(!reason.trim() && { reason: t(adminText.reasonMissing) }),
    })
    if (!isWrong && reason.trim()) onWish({ amount, reason: reason.trim() })
  }
  return (
    <form method="dialog" className="account-form" noValidate onSubmit={onSubmit}>
      <fieldset className="field">
        <legend>{t(adminText.amount)}</legend>
        <div className="segments">
          <label>
            <input type="radio" name="part" checked={!isPart} onChange={() => setPart(false)} />
            <span>{t(adminText.allOfIt, { most })}</span>
          </label>
          <label>
            <input type="radio" name="part" checked={isPart} onChange={() => setPart(true)} />
            <span>{t(adminText.partOfIt)}</span>
          </label>
        </div>
      </fieldset>
      {isPart && (
        <TextField
          label={t(adminText.partAmount, { currency })}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={errors.amount}
          onValue={setTyped}
        />
      )}
      <TextField
        label={t(adminText.reason)}
        name="reason"
        maxLength={200}
        autoComplete="off"
        help={t(adminText.reasonHelp)}
        value={reason}
        error={errors.reason}
        onValue={setReason}
      />
      <Button kind="primary" type="submit">
        {t(adminText.goOn)}
      </Button>
    </form>
  )
}

type ConfirmProps = {
  readonly payment: Payment
  readonly wish: Wish
  readonly onBack: () => void
  readonly onGiven: (given: { readonly amount: number }) => void
}

function Confirm({ payment, wish, onBack, onGiven }: ConfirmProps) {
  const t = useText()
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const { invoice, currency, email, provider, is_sandbox: isSandbox } = payment
  const amount = toMoney(wish.amount, { currency, lang })
  const give = async () => {
    setBusy(true)
    setFault(undefined)
    const { data, failure } = await request<{ amount: number }>('POST', 'admin/refunds', { invoice, ...wish }, { isQuiet: true })
    setBusy(false)
    if (data) onGiven(data)
    else setFault(toAdvice(failure))
  }
  return (
    <div className="account-form">
      <p>{t(adminText.refundSure, { amount, email, provider })}</p>
      {isSandbox && <p className="account-note">{t(adminText.refundSandbox)}</p>}
      <p className="account-note">{t(adminText.reasonGiven, { reason: wish.reason })}</p>
      <FormFailure words={fault} />
      <p className="account-buttons">
        <Button kind="primary" className="danger" isBusy={isBusy} onClick={() => void give()}>
          {t(adminText.giveBack, { amount })}
        </Button>
        <Button kind="ghost" isBusy={isBusy} onClick={onBack}>
          {t(adminText.back)}
        </Button>
      </p>
    </div>
  )
}

function Given({ payment, amount, onClose }: { payment: Payment; amount: number; onClose: () => void }) {
  const t = useText()
  const lang = useLang()
  const { currency, provider } = payment
  return (
    <div className="account-form">
      <p role="status">{t(adminText.refundAsked, { amount: toMoney(amount, { currency, lang }), provider })}</p>
      <p>
        <Button kind="primary" onClick={onClose}>
          {t(adminText.close)}
        </Button>
      </p>
    </div>
  )
}
