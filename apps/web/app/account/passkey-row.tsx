import { useState, type FormEvent } from 'react'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { profileText } from '../text/account-profile.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { Button } from '../ui/button.tsx'
import { toAdviceText } from './failure-in.ts'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { useAct } from './use-act.ts'
import { useSwapFocus } from './use-swap-focus.ts'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

type RowProps = { readonly value: Passkey; readonly onChange: () => void; readonly onRemoved: () => void }

/** One passkey: what it is called, when it was used, and what can be done to it. */
export function PasskeyRow({ value, onChange, onRemoved }: RowProps) {
  const t = useText()
  const lang = useLang()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const place = useSwapFocus<HTMLLIElement>(open)
  const done = () => {
    close()
    onChange()
  }
  const remove = async () => {
    const { data, failure } = await request<{ message: string }>('DELETE', toPath(value), {}, { isQuiet: true })
    if (!data) return toAdviceText(failure)
    toast.success(data.message)
    onRemoved()
    return undefined
  }
  const { name, created_at: added, last_used_at: used } = value
  const facts = [
    t(profileText.added, { time: toDayTime(added, lang) }),
    used ? t(profileText.lastUsed, { time: toDayTime(used, lang) }) : t(profileText.neverUsed),
  ]
  return (
    <li className="passkey" ref={place}>
      <div>
        <strong>{name}</strong>
        <p className="account-note">{facts.join(' · ')}</p>
      </div>
      {open === undefined && (
        <p className="account-buttons">
          <Button data-opens="rename" onClick={() => setOpen('rename')} subject={name}>
            {t(profileText.rename)}
          </Button>
          <Button data-opens="remove" onClick={() => setOpen('remove')} subject={name}>
            {t(profileText.remove)}
          </Button>
        </p>
      )}
      {open === 'rename' && <Rename value={value} onDone={done} onClose={close} />}
      {open === 'remove' && <AskRemoval subject={name} help={t(profileText.removeHelp)} onYes={remove} onNo={close} />}
    </li>
  )
}

type AskProps = { readonly value: Passkey; readonly onDone: () => void; readonly onClose: () => void }

const toPath = ({ id }: Passkey): string => `account/passkeys/${encodeURIComponent(id)}`

function Rename({ value, onDone, onClose }: AskProps) {
  const t = useText()
  const [name, setName] = useState(value.name)
  const { isBusy, refusal, act } = useAct()
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || name.trim() === value.name) return onClose()
    const { data } = await act<{ message: string }>('PATCH', toPath(value), { name: name.trim() })
    if (!data) return
    toast.success(data.message)
    onDone()
  }
  return (
    <form method="dialog" className="passkey-ask" noValidate onSubmit={rename}>
      <TextField label={t(profileText.passkeyName)} value={name} maxLength={60} error={refusal} onValue={setName} />
      <p className="account-buttons">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(profileText.save)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(profileText.cancel)}
        </Button>
      </p>
    </form>
  )
}
