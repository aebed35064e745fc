import { useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { keyText, SCOPE_TEXT } from '../text/account-keys.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure } from './form-failure.tsx'
import { useInterruptible } from './interrupted-form.ts'
import { EXPIRIES, LIMITS, NEW, toDraft, toInput, toKeyErrors, type Draft, type Errors } from './key-draft.ts'
import { SCOPES, type Key, type NewKey } from './key.ts'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { useFormErrors, type ShownErrors } from './use-form-errors.ts'

type KeyFormProps = {
  /** The key to change; a new one is made without it. */
  readonly value?: Key
  readonly onMade: (made: NewKey) => void
  readonly onClose: () => void
}

/** The form of a new key, where it waits for its owner. */
export const NEW_KEY = 'key'

/** Name, products, limits and end of a key. */
export function KeyForm({ value, onMade, onClose }: KeyFormProps) {
  const t = useText()
  const isNew = value === undefined
  const [draft, setDraft] = useInterruptible<Draft>(isNew ? NEW_KEY : undefined, value ? toDraft(value) : NEW)
  const [hasLimits, setLimits] = useState(!isNew)
  const { errors, setErrors, form } = useFormErrors<Errors>()
  const [isBusy, setBusy] = useState(false)
  const set = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const input = toInput(draft, isNew)
    const options = { isQuiet: true }
    const reply = value
      ? await request<{ message: string }>('PATCH', `keys/${value.id}`, input, options)
      : await request<NewKey>('POST', 'keys', input, options)
    setBusy(false)
    const found = reply.failure ? toKeyErrors(reply.failure, t) : {}
    if (LIMITS.some((field) => found[field])) setLimits(true)
    setErrors(found)
    if (!reply.data) return
    if ('message' in reply.data) toast.success(reply.data.message)
    onMade('key' in reply.data ? reply.data : { id: value?.id ?? '', key: '' })
  }
  return (
    <form
      method="dialog"
      {...form}
      className="key-form"
      noValidate
      onSubmit={onSubmit}
      aria-label={t(isNew ? keyText.create : keyText.change)}
    >
      <TextField
        label={t(keyText.name)}
        name="name"
        value={draft.name}
        maxLength={60}
        placeholder={t(keyText.namePlace)}
        error={errors.name}
        onValue={(name) => set({ name })}
      />
      <fieldset className="field">
        <legend>{t(keyText.scopes)}</legend>
        <div className="ticks">
          {SCOPES.map((scope) => (
            <label className="tick" key={scope}>
              <input
                type="checkbox"
                checked={draft.scopes.includes(scope)}
                onChange={({ target }) =>
                  set({ scopes: SCOPES.filter((one) => (one === scope ? target.checked : draft.scopes.includes(one))) })
                }
              />
              {t(SCOPE_TEXT[scope])}
            </label>
          ))}
        </div>
        <FormFailure words={errors.scopes} />
      </fieldset>
      <details className="key-limits" open={hasLimits} onToggle={({ currentTarget }) => setLimits(currentTarget.open)}>
        <summary>{t(keyText.limits)}</summary>
        <LimitFields draft={draft} errors={errors} isNew={isNew} set={set} />
      </details>
      <FormFailure words={errors.form} />
      <p className="account-buttons">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t(isNew ? keyText.create : keyText.save)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(keyText.cancel)}
        </Button>
      </p>
    </form>
  )
}

type LimitFieldsProps = {
  readonly draft: Draft
  readonly errors: ShownErrors<Errors>
  readonly isNew: boolean
  readonly set: (part: Partial<Draft>) => void
}

/** Where a key may come from and how much; a new one may have an end and a kind. */
function LimitFields({ draft, errors, isNew, set }: LimitFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t(keyText.cidrs)}
        name="cidrs"
        value={draft.cidrs}
        placeholder="203.0.113.0/24, 2001:db8::/32"
        help={t(keyText.cidrsHelp)}
        error={errors.cidrs}
        onValue={(cidrs) => set({ cidrs })}
      />
      <TextField
        label={t(keyText.origins)}
        name="origins"
        value={draft.origins}
        placeholder="https://example.org"
        help={t(keyText.originsHelp)}
        error={errors.origins}
        onValue={(origins) => set({ origins })}
      />
      <TextField
        label={t(keyText.cap)}
        name="cap"
        value={draft.cap}
        inputMode="numeric"
        help={t(keyText.capHelp)}
        error={errors.cap}
        onValue={(cap) => set({ cap: cap.replaceAll(/\D/g, '') })}
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={draft.isAllowedInUrl}
          onChange={({ target }) => set({ isAllowedInUrl: target.checked })}
        />
        {t(keyText.allowUrl)}
      </label>
      {isNew && (
        <>
          <div className="field">
            <label htmlFor="key-expiry">{t(keyText.expires)}</label>
            <select
              id="key-expiry"
              value={draft.expiry}
              onChange={({ target }) => set({ expiry: EXPIRIES.find((days) => days === target.value) ?? '' })}
            >
              {EXPIRIES.map((days) => (
                <option key={days} value={days}>
                  {days ? t(keyText.inDays, { days }) : t(keyText.noEnd)}
                </option>
              ))}
            </select>
          </div>
          <label className="tick">
            <input type="checkbox" checked={draft.isTest} onChange={({ target }) => set({ isTest: target.checked })} />
            {t(keyText.testKey)}
          </label>
        </>
      )}
    </>
  )
}
