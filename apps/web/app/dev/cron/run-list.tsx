import { useEffect, useState } from 'react'
import { useLang, useText } from '../../lang.tsx'
import { cronText } from '../../text/dev-cron.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toDistance } from './distance.ts'

type Run = { readonly local: string; readonly utc: string }

/** The next runs: how far away, when in the zone, when in UTC. */
export function RunList({ runs, zone }: { readonly runs: readonly Run[]; readonly zone: string }) {
  const t = useText()
  const lang = useLang()
  const now = useNow()
  return (
    <section className="cron-part" aria-labelledby="cron-runs">
      <header className="cron-head">
        <h2 id="cron-runs">{t(cronText.next)}</h2>
        {runs.length > 0 && <CopyButton text={() => runs.map(({ utc }) => utc).join('\n')} />}
      </header>
      {runs.length === 0 && <p className="cron-never">{t(cronText.never)}</p>}
      <ol className="cron-runs">
        {runs.map(({ local, utc }) => (
          <li key={utc}>
            <strong>{now === undefined ? '' : toDistance(new Date(utc), now, lang)}</strong>
            <span>
              {local} <span className="quiet">{toWeekday(local, lang)}</span>
            </span>
            {zone !== 'UTC' && <time dateTime={utc}>{utc.replace('T', ' ').replace('.000Z', ' UTC')}</time>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The weekday of a local time, whatever zone that is of. */
const toWeekday = (local: string, lang: string): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${local.replace(' ', 'T')}Z`),
  )

const TICK_MS = 1000

/** The time now, once a second; undefined until the page is alive, so that server and browser agree. */
function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
