import '../net/net.css'
import './mail-reports.css'
import './wide-tool.css'
import type { MailReports } from '@octet/tools/lookup/mail-reports/report.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { Stat } from '../net/stat.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'

type Reports = ToolState<object, MailReports>

/** The report above, what it says below it over the whole width. */
export default function MailReportsView(tool: Reports) {
  return (
    <div className="wide-tool">
      <Workbench {...(tool as ToolState)} Result={Report} />
    </div>
  )
}

const TABLES = ['sources', 'failures', 'complaints', 'policies', 'reports'] as const

/** What passes in figures, what is to be done, then who sends. */
function Report({ card, result, isRunning, error }: Reports) {
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { kind, total, passed, failed, passedPercent, quarantined, rejected, notes, policies, complaints = [] } = result
  const domains = [...new Set([...policies, ...complaints].map(({ domain }) => domain))].join(', ')
  return (
    <div className={`net-result mail-reports ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
      <div className="net-head">
        <strong>{domains}</strong> <span className="quiet">{option('kind', kind)}</span>
      </div>
      <dl className="net-stats">
        {passedPercent !== undefined && (
          <Stat label={label('passedPercent')} value={passedPercent} unit="%" tone={failed === 0 ? 'ok' : 'warn'} />
        )}
        <Stat label={label('total')} value={toDigits(total)} />
        {passed !== undefined && <Stat label={label('passed')} value={toDigits(passed)} />}
        {failed !== undefined && <Stat label={label('failed')} value={toDigits(failed)} tone={failed > 0 ? 'bad' : undefined} />}
        {quarantined !== undefined && <Stat label={label('quarantined')} value={toDigits(quarantined)} />}
        {rejected !== undefined && <Stat label={label('rejected')} value={toDigits(rejected)} />}
      </dl>
      {notes.length > 0 && (
        <ul className="report-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {TABLES.map((name) => {
        const rows = result[name] ?? []
        const schema = unwrap((card.output as Schema).properties?.[name] ?? {}).items ?? {}
        return (
          rows.length > 0 && (
            <section key={name}>
              <h2>{label(name)}</h2>
              <ResultTable schema={schema} rows={rows} label={label(name)} />
            </section>
          )
        )
      })}
    </div>
  )
}

const toDigits = (count: number): string => count.toLocaleString('en')
