import './keep.css'
import { useEffect, useState } from 'react'
import { KEPT_DAYS, MAX_SEALED_BYTES, type KeptDays } from '@octet/core/kept-input.ts'
import { toAdviceText } from '../account/failure-in.ts'
import { toAdvice } from '../account/request.ts'
import { toDay, toDayTime, toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { followTabs } from '../state/follow-tabs.ts'
import { say } from '../state/toast-store.ts'
import { keepText } from '../text/keep.ts'
import type { Input } from '../tool/form.ts'
import { MAX_HASH_CHARS } from '../tool/share.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { RemovalButton } from '../ui/removal-button.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { keepSealed, removeKept, sealInput, type Kept } from './kept-input.ts'
import { forgetKept, rememberKept, useOwnKept, type OwnKept } from './kept-store.ts'

export type KeepDialogProps = {
  /** What is kept, as its owner knows it: the tool or the pipeline. */
  readonly name: string
  readonly input: Input
  /** The link without what comes behind `#`. */
  readonly page: string
  /** Characters of the link that was too long; none when nobody has asked for one. */
  readonly tooLong?: number | undefined
  readonly onClose: () => void
}

/** Has the server keep an input, sealed, and gives the link; shows what this browser has kept, to remove it. */
export default function KeepDialog({ name, input, page, tooLong, onClose }: KeepDialogProps) {
  const t = useText()
  const lang = useLang()
  const [days, setDays] = useState<KeptDays>(7)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [kept, setKept] = useState<(Kept & { readonly link: string }) | undefined>()
  useEffect(() => {
    void useOwnKept.persist.rehydrate()
    return followTabs(useOwnKept)
  }, [])

  const keep = async () => {
    setBusy(true)
    const sealed = await sealInput(input)
    const size = sealed.sealed.length
    if (size > MAX_SEALED_BYTES) {
      setFault(t(keepText.tooMuch, { got: toSizeWords(size), limit: toSizeWords(MAX_SEALED_BYTES) }))
    } else {
      const { data, failure } = await keepSealed(sealed, days)
      setFault(failure ? toAdvice(failure) : '')
      if (data) {
        rememberKept({ ...data, name })
        setKept({ ...data, link: `${page}#${data.hash}` })
      }
    }
    setBusy(false)
  }

  return (
    <Dialog title={t(keepText.title)} className="keep-dialog" onClose={onClose}>
      {kept ? (
        <>
          <p role="status">{t(keepText.done, { end: toDayTime(kept.expires_at, lang) })}</p>
          <div className="snippet">
            <pre tabIndex={0}>
              <code>{kept.link}</code>
            </pre>
          </div>
          <CopyButton text={kept.link} label={t(keepText.copyLink)} kind="primary" />
        </>
      ) : (
        <>
          {tooLong !== undefined && (
            <p>
              {t(keepText.tooLong, {
                got: tooLong.toLocaleString(toLocale(lang)),
                limit: MAX_HASH_CHARS.toLocaleString(toLocale(lang)),
              })}
            </p>
          )}
          <p className="quiet">{t(keepText.help)}</p>
          <Choice
            label={t(keepText.days)}
            options={KEPT_DAYS.map((value) => ({
              value,
              words: t(value === 1 ? keepText.dayWords : keepText.daysWords, { days: value }),
            }))}
            value={days}
            onChange={setDays}
          />
          {fault && (
            <p className="field-error" role="alert">
              {fault}
            </p>
          )}
          <Button kind="primary" icon="Lock" isBusy={isBusy} onClick={() => void keep()}>
            {t(isBusy ? keepText.keeping : keepText.keep)}
          </Button>
        </>
      )}
      <OwnList
        onRemoved={(id) => {
          if (id === kept?.id) setKept(undefined)
        }}
      />
    </Dialog>
  )
}

function OwnList({ onRemoved }: { readonly onRemoved: (id: string) => void }) {
  const t = useText()
  const lang = useLang()
  const { kept } = useOwnKept()
  const [asking, setAsking] = useState('')
  if (kept.length === 0) return null
  const remove = async (one: OwnKept) => {
    const refusal = await removeKept(one)
    if (refusal) return toAdviceText(refusal)
    forgetKept(one.id)
    onRemoved(one.id)
    say(t(keepText.removed))
    return undefined
  }
  return (
    <section className="keep-list">
      <h3>{t(keepText.list)}</h3>
      <ul>
        {kept.map((one) => {
          const end = t(keepText.until, { end: toDay(one.expires_at, lang) })
          const subject = `${one.name}, ${end}`
          return (
            <li key={one.id}>
              <span>{one.name}</span>
              <span className="quiet">{end}</span>
              <RemovalButton
                label={t(keepText.remove)}
                subject={subject}
                isAsking={asking === one.id}
                onAsk={(isAsking) => setAsking(isAsking ? one.id : '')}
              />
              {asking === one.id && (
                <AskRemoval
                  subject={subject}
                  help={t(keepText.removeHelp)}
                  onYes={() => remove(one)}
                  onNo={() => setAsking('')}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
