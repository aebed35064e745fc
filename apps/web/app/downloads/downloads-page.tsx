import '../account/statistics.css'
import './downloads.css'
import { useEffect } from 'react'
import { AccountFrame } from '../account/account-frame.tsx'
import { toFormError } from '../account/form-errors.ts'
import { useLoaded } from '../account/request.ts'
import { WaitForAll, Waiting } from '../account/waiting.tsx'
import { useText } from '../lang.tsx'
import { neverTwice } from '../never-twice.ts'
import { downloadsText } from '../text/downloads.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Snippet } from '../ui/snippet.tsx'
import type { DatabaseInfo, Databases, History } from './databases.ts'
import { toDownloadCommands } from './download-commands.ts'
import { HistoryPanel } from './history-panel.tsx'
import { ProductPanel } from './product-panel.tsx'

const LOOK_MS = 2_000

/** The databases with their files, those that may be downloaded first, and what has been downloaded. */
export function DownloadsPage() {
  const databases = useLoaded<Databases>('databases')
  const history = useLoaded<History>('account/downloads')
  const { data, reload } = databases
  const isBusy =
    data?.databases.some(({ formats }) => formats.some(({ state }) => state === 'making' || state === 'waiting')) ?? false
  useEffect(() => {
    if (!isBusy) return undefined
    const look = neverTwice(reload)
    const timer = setInterval(() => document.hidden || void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isBusy, reload])
  const onChange = () => {
    void reload()
    void history.reload()
  }
  return (
    <AccountFrame>
      <WaitForAll all={[databases, history]}>
        {data ? <DatabaseList data={data} onChange={onChange} /> : <Waiting loaded={databases} />}
        <HistoryPanel history={history} />
      </WaitForAll>
    </AccountFrame>
  )
}

function DatabaseList({ data, onChange }: { data: Databases; onChange: () => void }) {
  const t = useText()
  const open = data.databases.filter(({ is_subscribed: isOpen }) => isOpen === true)
  const closed = data.databases.filter(({ is_subscribed: isOpen }) => isOpen !== true)
  const first = [...open, ...closed][0]?.id ?? 'lite'
  const toPanel = (value: DatabaseInfo) => (
    <ProductPanel key={value.id} value={value} build={data.build} frequency={data.update_frequency} onChange={onChange} />
  )
  return (
    <>
      <p className="account-note">
        {data.date ? t(downloadsText.build, { day: data.date }) : t(downloadsText.noBuild)}
        {data.build && <code className="database-build">{data.build}</code>}
      </p>
      {open.map(toPanel)}
      {open.every(({ is_free: isFree }) => isFree) && (
        <p>
          {t(toFormError('database_not_subscribed'))} · <SiteLink to="/pricing">{t(downloadsText.subscribe)}</SiteLink>
        </p>
      )}
      {closed.map(toPanel)}
      <section className="database" aria-labelledby="downloads-program">
        <h2 id="downloads-program">{t(downloadsText.commandLine)}</h2>
        <p className="database-content">{t(downloadsText.commandHelp)}</p>
        <Snippet code={toDownloadCommands(first)} />
      </section>
      <details className="database-licences">
        <summary>{t(downloadsText.licences)}</summary>
        <ul>
          {data.licences.map(({ source, licence, licence_url: url, attribution, date }) => (
            <li key={source}>
              <span>
                {source}
                {date && ` · ${date}`}
              </span>
              <span>{attribution}</span>
              <a href={url}>{licence}</a>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
