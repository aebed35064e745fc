import '../data/data.css'
import '../ip/ip.css'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { findAddress } from '@octet/core/ip/address.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { fetchData } from '../api/fetch-data.ts'
import { RecordView } from '../ip/record-view.tsx'
import { useOwnFailure, useOwnRecord } from '../ip/use-own-record.ts'
import { useLang, useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { guideText } from '../text/guides.ts'
import { Button } from '../ui/button.tsx'

/** The query tool of the data service: one box for an address, and all that is known about it. */
export function LocationPage({ search }: PageProps<undefined>) {
  const t = useText()
  const lang = useLang()
  const own = useOwnRecord()
  const failure = useOwnFailure()
  const asked = search['ip'] ?? ''
  const [text, setText] = useState(asked)
  const [record, setRecord] = useState<IpRecord>()
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLInputElement>(null)

  async function locate(address: string): Promise<void> {
    const query = address.trim()
    if (!findAddress(query)) {
      setError(t(guideText.locationWrong))
      box.current?.focus()
      return
    }
    setError('')
    setAsking(true)
    const { data, msg } = await fetchData<IpRecord>(`/v1/ip/${encodeURIComponent(query)}`, { lang })
    setAsking(false)
    if (data) setRecord(data)
    else setError(msg)
  }
  const locateAsked = useRef(locate)
  useEffect(() => void (asked && locateAsked.current(asked)), [asked])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    history.replaceState(history.state, '', `${location.pathname}?ip=${encodeURIComponent(text.trim())}`)
    void locate(text)
  }
  const shown = record ?? own
  return (
    <article className="wide data-page ip-view">
      <header>
        <h1>{t(guideText.locationTitle)}</h1>
        <p className="lead">{t(guideText.locationDescription)}</p>
      </header>
      <form className="workbench one-line main-row" method="get" onSubmit={submit}>
        <div className="main-line">
          <label className="hidden" htmlFor="location-ip">
            {t(guideText.locationLabel)}
          </label>
          <input
            ref={box}
            id="location-ip"
            name="ip"
            className="mono"
            value={text}
            placeholder={t(guideText.locationLabel)}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={error !== ''}
            {...(error && { 'aria-describedby': 'location-error' })}
            onChange={(event) => setText(event.target.value)}
          />
          <Button kind="primary" className="run" type="submit">
            {t(guideText.locationGo)}
          </Button>
        </div>
        {error && (
          <p className="field-error" id="location-error" role="alert">
            {error}
          </p>
        )}
      </form>
      <div aria-busy={isAsking} className={isAsking ? 'is-stale' : shown || failure ? '' : 'awaited'}>
        {isAsking && <p role="status">{t(guideText.locationAsking)}</p>}
        {!shown && failure && <p className="ip-intro">{failure}</p>}
        {shown && (
          <RecordView
            key={shown.ip}
            record={shown}
            isOwn={record === undefined}
            intro={record === undefined && <p className="ip-intro">{t(guideText.locationOwn)}</p>}
          />
        )}
      </div>
    </article>
  )
}
