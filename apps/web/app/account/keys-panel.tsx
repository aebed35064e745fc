import './forms.css'
import './keys.css'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { keyText } from '../text/account-keys.ts'
import { Button } from '../ui/button.tsx'
import { isInterrupted } from './interrupted-form.ts'
import { KeyForm, NEW_KEY } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { toKeyState, type Key, type NewKey } from './key.ts'
import { NewKeyNote } from './new-key-note.tsx'
import type { Loaded } from './request.ts'
import { useSwapFocus } from './use-swap-focus.ts'
import { Waiting } from './waiting.tsx'

type KeysPanelProps = { readonly keys: Loaded<readonly Key[]>; readonly onChange: () => void }

/** The keys of the account: made, shown once, limited, rotated, revoked. */
export function KeysPanel({ keys, onChange }: KeysPanelProps) {
  const t = useText()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewKey>()
  const [hasDead, setDead] = useState(false)
  const place = useSwapFocus<HTMLElement>(isMaking)
  const title = useRef<HTMLHeadingElement>(null)
  const { data } = keys
  const owner = useUserStore(({ user }) => user?.email)
  useEffect(() => {
    if (owner !== undefined && isInterrupted(NEW_KEY, owner)) setMaking(true)
  }, [owner])
  const refresh = () => {
    void keys.reload()
    onChange()
  }
  const onMade = (key: NewKey) => {
    setMaking(false)
    setMade(key)
    refresh()
  }
  /** What was pressed goes with what it closes: the focus goes to what stays. */
  const goToTitle = () => title.current?.focus()
  const dead = data?.filter((key) => ['revoked', 'expired'].includes(toKeyState(key))) ?? []
  const shown = hasDead ? data : data?.filter((key) => !dead.includes(key))
  return (
    <section className="account-section" aria-labelledby="keys-title" ref={place}>
      <div className="account-title">
        <h2 id="keys-title" ref={title} tabIndex={-1}>
          {t(keyText.title)}
        </h2>
        {!isMaking && (
          <Button kind="primary" icon="Plus" onClick={() => setMaking(true)}>
            {t(keyText.create)}
          </Button>
        )}
      </div>
      {made && (
        <NewKeyNote
          made={made}
          onClose={() => {
            setMade(undefined)
            goToTitle()
          }}
        />
      )}
      {isMaking && <KeyForm onMade={onMade} onClose={() => setMaking(false)} />}
      {!shown && <Waiting loaded={keys} />}
      {shown?.length === 0 && !isMaking && <p className="account-empty">{t(keyText.none)}</p>}
      {shown && shown.length > 0 && (
        <ul className="keys">
          {shown.map((key) => (
            <KeyRow
              key={key.id}
              value={key}
              onMade={onMade}
              onChange={refresh}
              onRevoked={() => {
                goToTitle()
                toast.success(t(keyText.revokeDone, { name: key.name }))
                refresh()
              }}
            />
          ))}
        </ul>
      )}
      {dead.length > 0 && (
        <p>
          <Button kind="ghost" aria-expanded={hasDead} onClick={() => setDead(!hasDead)}>
            {t(hasDead ? keyText.hideDead : keyText.showDead, { count: dead.length })}
          </Button>
        </p>
      )}
    </section>
  )
}
