import { EMPTY_REASONS, type EmptyReason } from '@octet/core/ip/empty-reasons.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { useLang, useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { ipText } from '../text/ip.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { toSourceTitle, useDataReport } from './data-report.ts'

/** The sources of a record by number, with date, licence and what each decided; below them why values are missing. */
export function SourceList({ record }: { record: IpRecord }) {
  const t = useText()
  const lang = useLang()
  const report = useDataReport()
  return (
    <section className="ip-panel ip-sources">
      <h2>{t(ipText.sources)}</h2>
      <ol>
        {record.sources.map(({ id, date, fields }, index) => {
          const source = report?.sources.find((source) => source.id === id)
          return (
            <li key={id} id={`source-${index + 1}`}>
              <strong>{source ? <a href={source.url}>{toSourceTitle(report, id, lang)}</a> : id}</strong>
              <small>
                {[date ? t(ipText.sourceDate, { date }) : t(ipText.sourceFixed), source?.licence].filter(Boolean).join(' · ')}
              </small>
              <code>{fields.join(', ')}</code>
            </li>
          )
        })}
      </ol>
      <MissingList record={record} />
      <p className="ip-credit">
        <a href="https://db-ip.com">{t(ipText.attribution)}</a>
        <span>{t(ipText.build, { build: record.build })}</span>
        {pagePaths.includes('/status') && <SiteLink to="/status">{t(ipText.aboutData)}</SiteLink>}
      </p>
    </section>
  )
}

/** Fields without a value by reason, when there are few reasons worth naming. */
function MissingList({ record }: { record: IpRecord }) {
  const t = useText()
  const byReason = Map.groupBy(Object.entries(record.missing), ([, reason]) => reason)
  if (byReason.size === 0 || record.special) return null
  return (
    <div className="ip-missing">
      <p>{t(ipText.missingIntro)}</p>
      <ul>
        {[...byReason].map(([reason, fields]) => (
          <li key={reason}>
            {t(ipText.missingBecause, { reason: t(EMPTY_REASONS[reason as EmptyReason]) })}
            <code>{fields.map(([field]) => field).join(', ')}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
