import { AUDIT_ACTIONS } from '@octet/core/audit-actions.ts'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList, type RowProps } from './admin-list.tsx'
import { AskButton } from './ask-dialog.tsx'
import { NameCell, StateCell, TimeCell } from './cells.tsx'
import { change } from './change.ts'
import { SearchedList } from './searched-list.tsx'
import { toPlace } from './to-place.ts'

type Correction = {
  readonly id: string
  readonly network: string
  readonly claim: Readonly<Record<string, unknown>>
  readonly before: Readonly<Record<string, unknown>>
  readonly evidence: string
  readonly state: 'open' | 'accepted' | 'declined'
  readonly created_at: string
}

const CORRECTION_HEADINGS = [
  adminText.time,
  adminText.network,
  adminText.claim,
  adminText.before,
  adminText.evidence,
  adminText.state,
  adminText.action,
] as const

/** Corrections that people have proposed. An accepted one goes into the next build of the data. */
export const CorrectionsPage = () => (
  <AdminFrame>
    <AdminList<Correction>
      label={adminText.corrections}
      path="admin/corrections"
      headings={CORRECTION_HEADINGS}
      empty={adminText.noCorrections}
      Row={CorrectionRow}
    />
  </AdminFrame>
)

const CORRECTION_STATES = {
  open: { words: adminText.undecided },
  accepted: { words: adminText.accepted, kind: 'ok' },
  declined: { words: adminText.declined, kind: 'bad' },
} as const

const DECISIONS = [
  { state: 'accepted', label: adminText.accept, title: adminText.acceptTitle, words: adminText.acceptSure },
  { state: 'declined', label: adminText.decline, title: adminText.declineTitle, words: adminText.declineSure },
] as const

function CorrectionRow({ row, reload }: RowProps<Correction>) {
  const t = useText()
  return (
    <tr>
      <TimeCell at={row.created_at} />
      <td className="kept-cell">
        <code>{row.network}</code>
      </td>
      <td>{toPlace(row.claim)}</td>
      <td>{toPlace(row.before)}</td>
      <td>{row.evidence && <p className="message-text">{row.evidence}</p>}</td>
      <StateCell {...CORRECTION_STATES[row.state]} />
      <td>
        {row.state === 'open' && (
          <div className="account-buttons">
            {DECISIONS.map(({ state, label, title, words }) => (
              <AskButton
                key={state}
                label={t(label)}
                subject={row.network}
                question={{
                  title: t(title, { network: row.network }),
                  words: t(words, { place: toPlace(row.claim) }),
                  act: () => change('PATCH', `corrections/${row.id}`, { state }, reload),
                }}
              />
            ))}
          </div>
        )}
      </td>
    </tr>
  )
}

type Job = {
  readonly id: string
  readonly email: string | null
  readonly kind: 'lookup'
  readonly state: keyof typeof JOB_STATES
  readonly lines: number
  readonly done: number
  readonly failed: number
  readonly msg: string | null
  readonly resolution: string | null
  readonly returned_units: number
  readonly created_at: string
}

const JOB_STATES = {
  waiting: { words: adminText.jobWaiting },
  running: { words: adminText.jobRunning },
  done: { words: adminText.jobDone, kind: 'ok' },
  failed: { words: adminText.jobFailed, kind: 'bad' },
  cancelled: { words: adminText.jobCancelled },
} as const

const JOB_HEADINGS = [adminText.time, adminText.who, adminText.kind, adminText.state, adminText.lines, adminText.fault] as const

export const JobsPage = () => (
  <AdminFrame>
    <AdminList<Job> label={adminText.jobs} path="admin/jobs" headings={JOB_HEADINGS} empty={adminText.noJobs} Row={JobRow} />
  </AdminFrame>
)

function JobRow({
  row: { email, kind, state, lines, done, failed, msg, resolution, returned_units: returned, created_at: created },
}: RowProps<Job>) {
  const t = useText()
  return (
    <tr>
      <TimeCell at={created} />
      <NameCell name={email ?? '–'} />
      <td>{t(adminText[kind])}</td>
      <StateCell {...JOB_STATES[state]} />
      <td className="kept-cell">
        {done.toLocaleString('en')} / {lines.toLocaleString('en')}
        {failed > 0 && (
          <span className="account-note"> · {t(adminText.linesFailed, { count: failed.toLocaleString('en') })}</span>
        )}
      </td>
      <td>
        {msg && <p className="message-text">{msg}</p>}
        {resolution && <p className="message-text">{resolution}</p>}
        {returned > 0 && <p className="message-text">{t(adminText.returned, { count: returned })}</p>}
      </td>
    </tr>
  )
}

type Mail = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly state: 'waiting' | 'sent' | 'kept' | 'failed'
  readonly attempts: number
  readonly error: string | null
  readonly created_at: string
}

const MAIL_HEADINGS = [
  adminText.time,
  adminText.to,
  adminText.subject,
  adminText.state,
  adminText.attempts,
  adminText.fault,
  adminText.action,
] as const

const MAIL_STATES = {
  waiting: { words: adminText.waiting },
  sent: { words: adminText.sent, kind: 'ok' },
  kept: { words: adminText.kept },
  failed: { words: adminText.failed, kind: 'bad' },
} as const

/** The outbox, without the texts: they hold links that log in. */
export const MailsPage = () => (
  <AdminFrame>
    <SearchedList<Mail>
      by={adminText.searchMails}
      label={adminText.mails}
      path="admin/mails"
      headings={MAIL_HEADINGS}
      empty={adminText.noMails}
      Row={MailRow}
    />
  </AdminFrame>
)

function MailRow({ row: { id, recipient, subject, state, attempts, error, created_at: created }, reload }: RowProps<Mail>) {
  const t = useText()
  return (
    <tr>
      <TimeCell at={created} />
      <NameCell name={recipient} />
      <NameCell name={subject} />
      <StateCell {...MAIL_STATES[state]} />
      <td>{attempts || '–'}</td>
      <td className="name-cell">{error === 'restored' || error === 'stale' ? t(adminText[error]) : error}</td>
      <td>
        {(state === 'failed' || (state === 'waiting' && attempts > 0)) && (
          <Button subject={recipient} onClick={() => void change('POST', `mails/${id}/retry`, {}, reload)}>
            {t(adminText.retry)}
          </Button>
        )}
      </td>
    </tr>
  )
}

type Entry = {
  readonly id: number
  readonly email: string | null
  readonly account_id: string | null
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
  /** Whose account it was done to by another. */
  readonly about: string | null
  readonly address: string | null
  readonly created_at: string
}

const AUDIT_HEADINGS = [adminText.time, adminText.who, adminText.action, adminText.detail, adminText.from] as const

export const AuditPage = () => (
  <AdminFrame>
    <SearchedList<Entry>
      by={adminText.searchAudit}
      label={adminText.audit}
      path="admin/audit"
      headings={AUDIT_HEADINGS}
      empty={adminText.noAudit}
      Row={EntryRow}
    />
  </AdminFrame>
)

function EntryRow({ row: { email, account_id: id, action, detail, about, address, created_at: created } }: RowProps<Entry>) {
  const t = useText()
  const words = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] : undefined
  // Nobody logs in on the command line of the machine, and no address calls.
  const who = email ?? id ?? (address === null ? t(adminText.commandLine) : '–')
  return (
    <tr>
      <TimeCell at={created} />
      <NameCell name={who} />
      <td className="name-cell">
        {words && <p>{t(words)}</p>}
        <code>{action}</code>
      </td>
      <td className="name-cell">
        {about && <p>{about}</p>}
        {Object.entries(detail).map(([name, value]) => (
          <p key={name}>
            <code>
              {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
            </code>
          </p>
        ))}
      </td>
      <td className="kept-cell">{address ?? '–'}</td>
    </tr>
  )
}
