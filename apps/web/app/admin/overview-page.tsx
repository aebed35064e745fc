import { useLoaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { useLang, useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** Name in the answer, words, and the list where it is looked into. */
const FIGURES = [
  ['users', adminText.users, '/admin/users'],
  ['confirmed', adminText.confirmed, '/admin/users'],
  ['disabled', adminText.disabled, '/admin/users'],
  ['keys', adminText.keys, undefined],
  ['requests_month', adminText.requests_month, undefined],
  ['messages', adminText.openMessages, '/admin/messages'],
  ['corrections', adminText.openCorrections, '/admin/corrections'],
  ['jobs', adminText.openJobs, '/admin/jobs'],
  ['mails_waiting', adminText.mails_waiting, '/admin/mails'],
  ['mails_oldest_minutes', adminText.mails_oldest_minutes, '/admin/mails'],
  ['mails_failed', adminText.mails_failed, '/admin/mails'],
] as const

export const OverviewPage = () => (
  <AdminFrame>
    <Figures />
  </AdminFrame>
)

function Figures() {
  const t = useText()
  const lang = useLang()
  const loaded = useLoaded<Readonly<Record<string, number>>>('admin/overview')
  if (!loaded.data) return <Waiting loaded={loaded} />
  return (
    <section aria-label={t(adminText.overview)}>
      <dl className="admin-figures">
        {FIGURES.map(([name, text, to]) => (
          <div key={name}>
            <dt>{to ? <SiteLink to={to}>{t(text)}</SiteLink> : t(text)}</dt>
            <dd>{(loaded.data?.[name] ?? 0).toLocaleString(lang)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
