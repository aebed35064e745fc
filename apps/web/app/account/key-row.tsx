import { useState, type ReactNode } from 'react'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { keyText, SCOPE_TEXT } from '../text/account-keys.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { toWordList } from '../word-list.ts'
import { FormFailure } from './form-failure.tsx'
import { KeyForm } from './key-form.tsx'
import { toKeyState, type Key, type NewKey, type Scope } from './key.ts'
import { useAct } from './use-act.ts'
import { useSwapFocus } from './use-swap-focus.ts'

type KeyRowProps = {
  readonly value: Key
  readonly onMade: (key: NewKey) => void
  readonly onChange: () => void
  readonly onRevoked: () => void
}
type Open = 'change' | 'rotate' | 'revoke'

const OVERLAPS = [0, 1, 24, 168] as const

/** One key with its limits, and what can be done to it. */
export function KeyRow({ value, onMade, onChange, onRevoked }: KeyRowProps) {
  const t = useText()
  const state = toKeyState(value)
  const isAlive = state === 'live' || state === 'ending'
  const [wanted, setOpen] = useState<Open>()
  const open = isAlive ? wanted : undefined
  const close = () => setOpen(undefined)
  const place = useSwapFocus<HTMLLIElement>(open)
  return (
    <li className={`key ${isAlive ? '' : 'dead'}`} ref={place}>
      <div className="key-head">
        <div>
          <strong>{value.name}</strong>
          <code>
            {value.prefix}…{value.last4}
          </code>
        </div>
        <span className={`key-state ${state}`}>
          <span className={`dot ${isAlive ? 'ok' : 'bad'}`} aria-hidden="true" /> {t(keyText[state])}
        </span>
      </div>
      <KeyFacts value={value} />
      {isAlive && open === undefined && (
        <p className="account-buttons">
          <Button kind="ghost" icon="Adjustments" subject={value.name} data-opens="change" onClick={() => setOpen('change')}>
            {t(keyText.change)}
          </Button>
          <Button kind="ghost" icon="Rotate" subject={value.name} data-opens="rotate" onClick={() => setOpen('rotate')}>
            {t(keyText.rotate)}
          </Button>
          <Button kind="ghost" icon="Trash" subject={value.name} data-opens="revoke" onClick={() => setOpen('revoke')}>
            {t(keyText.revoke)}
          </Button>
        </p>
      )}
      {open === 'change' && (
        <KeyForm
          value={value}
          onMade={() => {
            close()
            onChange()
          }}
          onClose={close}
        />
      )}
      {open === 'rotate' && (
        <Rotate
          value={value}
          onClose={close}
          onMade={(made) => {
            close()
            onMade(made)
          }}
        />
      )}
      {open === 'revoke' && <Revoke value={value} onClose={close} onDone={onRevoked} />}
    </li>
  )
}

function KeyFacts({ value }: { value: Key }) {
  const t = useText()
  const lang = useLang()
  const toTime = (text: string | null, none: string) => (text === null ? none : toDayTime(text, lang))
  const limits = [
    ...(value.cidrs.length > 0 ? [t(keyText.fromAddresses, { list: value.cidrs.join(', ') })] : []),
    ...(value.origins.length > 0 ? [t(keyText.fromPages, { list: value.origins.join(', ') })] : []),
    ...(value.allow_query ? [] : [t(keyText.notInUrl)]),
    ...(value.cap_month === null ? [] : [t(keyText.capped, { count: value.cap_month.toLocaleString(lang) })]),
  ]
  return (
    <>
      <dl className="key-facts">
        <div>
          <dt>{t(keyText.scopes)}</dt>
          <dd>
            {toWordList(
              value.scopes.map((scope) => t(SCOPE_TEXT[scope as Scope])),
              lang,
            )}
          </dd>
        </div>
        <div>
          <dt>{t(keyText.lastUsed)}</dt>
          <dd>{toTime(value.last_used_at, t(keyText.never))}</dd>
        </div>
        <div>
          <dt>{t(keyText.created)}</dt>
          <dd>{toTime(value.created_at, '–')}</dd>
        </div>
        <div>
          <dt>{t(keyText.expires)}</dt>
          <dd>{toTime(value.expires_at, t(keyText.noEnd))}</dd>
        </div>
      </dl>
      {limits.length > 0 && <p className="account-note">{limits.join(' · ')}</p>}
    </>
  )
}

type KeyAskProps = { readonly label: string; readonly name: string; readonly onClose: () => void; readonly children: ReactNode }

/** What is asked before a key changes; Esc is «Cancel». */
function KeyAsk({ label, name, onClose, children }: KeyAskProps) {
  const t = useText()
  return (
    <div
      className="key-ask"
      role="group"
      aria-label={t(siteText.pair, { name: label, value: name })}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {children}
    </div>
  )
}

function Rotate({ value: { id, name }, onMade, onClose }: { value: Key; onMade: (made: NewKey) => void; onClose: () => void }) {
  const t = useText()
  const [hours, setHours] = useState<number>(24)
  const { isBusy, refusal, act } = useAct()
  const rotate = async () => {
    const { data } = await act<NewKey>('POST', `keys/${id}/rotate`, { overlap_hours: hours })
    if (data) onMade(data)
  }
  return (
    <KeyAsk label={t(keyText.rotate)} name={name} onClose={onClose}>
      <p>{t(keyText.rotateHelp)}</p>
      <label>
        {t(keyText.overlap)}{' '}
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {OVERLAPS.map((overlap) => (
            <option key={overlap} value={overlap}>
              {t(keyText[`overlap${overlap}`])}
            </option>
          ))}
        </select>
      </label>
      <FormFailure words={refusal} />
      <p className="account-buttons">
        <Button kind="primary" subject={name} isBusy={isBusy} onClick={() => void rotate()}>
          {t(keyText.rotate)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(keyText.cancel)}
        </Button>
      </p>
    </KeyAsk>
  )
}

function Revoke({ value: { id, name }, onDone, onClose }: { value: Key; onDone: () => void; onClose: () => void }) {
  const t = useText()
  const { isBusy, refusal, act } = useAct()
  const revoke = async () => {
    const { data } = await act('DELETE', `keys/${id}`)
    if (data) onDone()
  }
  return (
    <KeyAsk label={t(keyText.revoke)} name={name} onClose={onClose}>
      <p>{t(keyText.revokeHelp)}</p>
      <FormFailure words={refusal} />
      <p className="account-buttons">
        <Button kind="primary" className="danger" subject={name} isBusy={isBusy} onClick={() => void revoke()}>
          {t(keyText.revokeNow)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(keyText.cancel)}
        </Button>
      </p>
    </KeyAsk>
  )
}
