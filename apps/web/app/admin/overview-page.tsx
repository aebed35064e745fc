import { useLoaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { useLang, useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { AdminFrame } from './admin-frame.tsx'

const FIGURES = [
  ['users', adminText.users],
  ['confirmed', adminText.confirmed],
  ['disabled', adminText.disabled],
  ['keys', adminText.keys],
  ['requests_month', adminText.requests_month],
  ['messages', adminText.openMessages],
  ['corrections', adminText.openCorrections],
  ['jobs', adminText.openJobs],
  ['mails_waiting', adminText.mails_waiting],
  ['mails_failed', adminText.mails_failed],
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
    <section className="account-facts" aria-label={t(adminText.overview)}>
      <dl>
        {FIGURES.map(([name, text]) => (
          <div key={name}>
            <dt>{t(text)}</dt>
            <dd>{(loaded.data?.[name] ?? 0).toLocaleString(lang)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
