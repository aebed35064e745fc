import { useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { keyText, SCOPE_TEXT } from '../text/account-keys.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure } from './form-failure.tsx'
import { useInterruptible } from './interrupted-form.ts'
import { SCOPES, toList, type Key, type NewKey, type Scope } from './key.ts'
import { request, type Failure } from './request.ts'
import { TextField } from './text-field.tsx'

type KeyFormProps = {
  /** The key to change; a new one is made without it. */
  readonly value?: Key
  readonly onMade: (made: NewKey) => void
  readonly onClose: () => void
}

/** The form of a new key, where it waits for its owner. */
export const NEW_KEY = 'key'

const EXPIRIES = ['', '7', '30', '90', '365'] as const

type Draft = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly cidrs: string
  readonly origins: string
  readonly cap: string
  readonly expiry: (typeof EXPIRIES)[number]
  readonly isAllowedInUrl: boolean
  readonly isTest: boolean
}

const NEW: Draft = {
  name: '',
  scopes: ['geo', 'privacy', 'asn'],
  cidrs: '',
  origins: '',
  cap: '',
  expiry: '',
  isAllowedInUrl: true,
  isTest: false,
}

const toDraft = (key: Key): Draft => ({
  ...NEW,
  name: key.name,
  scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
  cidrs: key.cidrs.join('\n'),
  origins: key.origins.join('\n'),
  cap: key.cap_month === null ? '' : String(key.cap_month),
  isAllowedInUrl: key.allow_query,
})

/** What the server is told; a new key may have a kind and an end. */
const toInput = ({ name, scopes, cidrs, origins, cap, expiry, isAllowedInUrl, isTest }: Draft, isNew: boolean) => ({
  ...(name.trim() && { name: name.trim() }),
  scopes,
  cidrs: toList(cidrs),
  origins: toList(origins),
  allow_query: isAllowedInUrl,
  ...(cap.trim() ? { cap_month: Number(cap) } : isNew ? {} : { cap_month: null }),
  ...(isNew && { kind: isTest ? 'test' : 'live', ...(expiry && { expires_in_days: Number(expiry) }) }),
})

/** Name, products, limits and end of a key. */
export function KeyForm({ value, onMade, onClose }: KeyFormProps) {
  const t = useText()
  const isNew = value === undefined
  const [draft, setDraft] = useInterruptible<Draft>(isNew ? NEW_KEY : undefined, value ? toDraft(value) : NEW)
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const set = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const errorOf = (field: string) => (failure?.field.split('.')[0] === field ? failure.msg : '')
  const isPlaced = ['name', 'scopes', 'cidrs', 'origins', 'cap_month'].some(errorOf)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const input = toInput(draft, isNew)
    const options = { isQuiet: true }
    const reply = value
      ? await request<{ message: string }>('PATCH', `keys/${value.id}`, input, options)
      : await request<NewKey>('POST', 'keys', input, options)
    setBusy(false)
    setFailure(reply.failure)
    if (!reply.data) return
    if ('message' in reply.data) toast.success(reply.data.message)
    onMade('key' in reply.data ? reply.data : { id: value?.id ?? '', key: '' })
  }
  return (
    <form
      method="dialog"
      className="key-form"
      noValidate
      onSubmit={onSubmit}
      aria-label={t(isNew ? keyText.create : keyText.change)}
    >
      <TextField
        label={t(keyText.name)}
        value={draft.name}
        maxLength={60}
        placeholder={t(keyText.namePlace)}
        error={errorOf('name')}
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
        <FormFailure words={errorOf('scopes')} />
      </fieldset>
      <details className="key-limits" open={!isNew || isPlaced}>
        <summary>{t(keyText.limits)}</summary>
        <TextField
          label={t(keyText.cidrs)}
          value={draft.cidrs}
          placeholder="203.0.113.0/24, 2001:db8::/32"
          help={t(keyText.cidrsHelp)}
          error={errorOf('cidrs')}
          onValue={(cidrs) => set({ cidrs })}
        />
        <TextField
          label={t(keyText.origins)}
          value={draft.origins}
          placeholder="https://example.org"
          help={t(keyText.originsHelp)}
          error={errorOf('origins')}
          onValue={(origins) => set({ origins })}
        />
        <TextField
          label={t(keyText.cap)}
          value={draft.cap}
          inputMode="numeric"
          help={t(keyText.capHelp)}
          error={errorOf('cap_month')}
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
      </details>
      {failure && !isPlaced && <FormFailure words={failure.msg} />}
      <p className="account-buttons">
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t(isNew ? keyText.create : keyText.save)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(keyText.cancel)}
        </Button>
      </p>
    </form>
  )
}
