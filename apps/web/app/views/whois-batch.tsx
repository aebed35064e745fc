import { toCalendarText } from '@octet/tools/lookup/whois/calendar.ts'
import { toExpiries, toRegistrationCsv } from '@octet/tools/lookup/whois-batch/files.ts'
import type { RegistrationRow } from '@octet/tools/lookup/whois-batch/rows.ts'
import { useText } from '../lang.tsx'
import { BatchPage } from '../net/batch/batch-page.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { Stat } from '../net/stat.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { whoisBatchText as words } from '../text/net-whois-batch.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

type Output = {
  readonly total: number
  readonly done: number
  readonly soon: number
  readonly isComplete: boolean
  readonly rows: readonly RegistrationRow[]
}

/** The registrations of many names in one table that fills while they answer, and as files. */
export default function WhoisBatch(tool: ToolState<object, Output>) {
  const { result, isRunning } = tool
  return (
    <BatchPage tool={tool as ToolState} more={['isFresh']}>
      {result && (
        <div className="net-result net-panel" aria-busy={isRunning}>
          <Figures {...tool} result={result} />
          <Registrations {...tool} result={result} />
          <Files {...tool} result={result} />
        </div>
      )}
    </BatchPage>
  )
}

type Shown = ToolState<object, Output> & { readonly result: Output }

function Figures({ card, result: { total, done, soon, rows } }: Shown) {
  const t = useText()
  const { label } = useSchemaWords(card.output)
  const free = rows.filter(({ state }) => state === 'free').length
  const failed = rows.filter(({ state }) => state === 'failed').length
  return (
    <dl className="net-stats">
      <Stat label={label('done')} value={done} note={t(words.ofAll, { total })} />
      <Stat label={label('soon')} value={soon} tone={soon > 0 ? 'warn' : undefined} />
      <Stat label={t(words.free)} value={free} />
      <Stat label={t(words.failed)} value={failed} tone={failed > 0 ? 'bad' : undefined} />
    </dl>
  )
}

/** Columns without worth for the whole list are left out. */
const OPTIONAL = ['registrar', 'created', 'expires', 'daysLeft', 'statuses', 'nameServers', 'isSigned', 'error'] as const

function Registrations({ card, result: { rows } }: Shown) {
  const { label } = useSchemaWords(card.output)
  const schema = unwrap((card.output as Schema).properties?.rows ?? {}).items ?? {}
  const empty = OPTIONAL.filter((name) => rows.every((row) => [row[name] ?? []].flat().length === 0))
  const shown = rows.map(({ unicode, source: _source, askedAt: _askedAt, created, expires, ...row }) => ({
    ...row,
    name: unicode ?? row.name,
    created: toDay(created),
    expires: toDay(expires),
  }))
  return (
    <ResultTable schema={withoutColumns(schema, ['unicode', 'source', 'askedAt', ...empty])} rows={shown} label={label('rows')} />
  )
}

const toDay = (date: string | null): string | null => date?.slice(0, 10) ?? null

const withoutColumns = (schema: Schema, names: readonly string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))),
})

function Files({ lang, run, isRunning, result: { rows } }: Shown) {
  const t = useText()
  const expiries = toExpiries(rows)
  const save = (text: string, ending: string, type: string) => saveFile(new File([text], `registrations.${ending}`, { type }))
  return (
    <div className="batch-files">
      <Button
        kind="ghost"
        icon="Download"
        onClick={() => save(`\uFEFF${toRegistrationCsv(rows)}\r\n`, 'csv', 'text/csv;charset=utf-8')}
      >
        {t(words.saveAs, { format: 'CSV' })}
      </Button>
      <Button kind="ghost" icon="Download" onClick={() => save(`${JSON.stringify(rows, null, 2)}\n`, 'json', 'application/json')}>
        {t(words.saveAs, { format: 'JSON' })}
      </Button>
      {expiries.length > 0 && (
        <Button
          kind="ghost"
          icon="CalendarPlus"
          onClick={() => save(toCalendarText(expiries, { lang, now: new Date() }), 'ics', 'text/calendar')}
        >
          {t(words.calendar)}
        </Button>
      )}
      {!isRunning && rows.some(({ state }) => state === 'failed') && (
        <Button kind="ghost" icon="Refresh" onClick={() => run()}>
          {t(words.again)}
        </Button>
      )}
    </div>
  )
}
