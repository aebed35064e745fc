import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { late } from '../late.tsx'
import { useLang, useText } from '../lang.tsx'
import { toCsv } from '../result/csv.ts'
import { SaveXlsxButton } from '../result/save-xlsx-button.tsx'
import { batchText } from '../text/ip-batch.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { BATCH_COLUMNS, FILE_COLUMNS, toFileRow } from './batch-columns.ts'
import { filterBatch, sortBatch, type BatchFilter, type BatchOrder, type SortKey } from './batch-row.ts'
import type { Lang } from '@octet/core/text.ts'
import type { BatchRun } from './batch-run.ts'
import { PointsMap } from './points-map.tsx'
import { TallyList } from './tally-list.tsx'

const BatchTable = late(() => import('./batch-table.tsx'))

/** While rows come in, sorting and filtering all of them anew is done for every so many. */
const ROWS_PER_REFRESH = 5_000
/** Up to so many, the table is no higher than its rows; above, it scrolls in place, whatever the filter leaves. */
const MAX_SHORT_ROWS = 12

/** What has been looked up so far: map, groups, table, files. */
export function BatchResult({ run }: { run: BatchRun }) {
  const t = useText()
  const lang = useLang()
  const [filter, setFilter] = useState<BatchFilter>({ words: '' })
  const [order, setOrder] = useState<BatchOrder>()
  const [hidden, setHidden] = useState<ReadonlySet<SortKey>>(
    () => new Set(BATCH_COLUMNS.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ key }) => key)),
  )
  const wanted = useDeferredValue(filter)
  const step = run.state === 'running' ? Math.floor(run.rows.length / ROWS_PER_REFRESH) : -1
  const isPlain = !order && !wanted.words && wanted.country === undefined && wanted.asn === undefined
  const fresh = isPlain ? run.rows.length : step
  const rows = useMemo(() => {
    const kept = filterBatch(run.rows, wanted)
    return order ? sortBatch(kept, order, lang) : [...kept]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `fresh` says when the growing list is read again
  }, [run, wanted, order, fresh, lang])
  const columns = BATCH_COLUMNS.filter(({ key }) => !hidden.has(key))
  const onOrder = (key: SortKey) =>
    setOrder((last) => (last?.key === key ? (last.isDown ? undefined : { key, isDown: true }) : { key, isDown: false }))

  return (
    <>
      <div className="batch-groups">
        <section className="ip-panel ip-place">
          <PointsMap points={run.points} label={t(batchText.map)} />
        </section>
        <TallyList
          title={t(batchText.countries)}
          tallies={run.countries}
          toName={({ name }) => name || t(batchText.noCountry)}
          hasFlags
          chosen={filter.country}
          onChoose={(country) => setFilter({ ...filter, country })}
        />
        <TallyList
          title={t(batchText.networks)}
          tallies={run.networks}
          toName={({ id, name }) => (id === '0' ? t(batchText.noNetwork) : `AS${id} ${name}`)}
          chosen={filter.asn === undefined ? undefined : String(filter.asn)}
          onChoose={(id) => setFilter({ ...filter, asn: id === undefined ? undefined : Number(id) })}
        />
      </div>
      <section className="ip-panel batch-table">
        <div className="batch-bar">
          <input
            type="search"
            aria-label={t(batchText.filter)}
            placeholder={t(batchText.filterHint)}
            value={filter.words}
            onChange={(event) => setFilter({ ...filter, words: event.target.value })}
          />
          <span className="quiet">
            {t(batchText.shownRows, { shown: rows.length.toLocaleString('en'), all: run.rows.length.toLocaleString('en') })}
          </span>
          <ColumnChoice hidden={hidden} onChange={setHidden} />
          <Button
            kind="ghost"
            icon="Download"
            aria-label={t(batchText.export, { format: 'CSV' })}
            onClick={() => saveCsv(rows.map(toFileRow), lang)}
          >
            {t(batchText.csv)}
          </Button>
          <SaveXlsxButton toTable={() => ({ name: 'addresses', columns: FILE_COLUMNS, rows: rows.map(toFileRow) })} />
          <Button
            kind="ghost"
            icon="Download"
            aria-label={t(batchText.export, { format: 'JSON' })}
            onClick={() => saveJson(rows.map(toFileRow))}
          >
            {t(batchText.json)}
          </Button>
        </div>
        <Suspense>
          <BatchTable rows={rows} isShort={run.rows.length <= MAX_SHORT_ROWS} columns={columns} order={order} onOrder={onOrder} />
        </Suspense>
      </section>
    </>
  )
}

type ChoiceProps = { readonly hidden: ReadonlySet<SortKey>; readonly onChange: (hidden: ReadonlySet<SortKey>) => void }

function ColumnChoice({ hidden, onChange }: ChoiceProps) {
  const t = useText()
  const toggle = (key: SortKey) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <details className="batch-columns">
      <summary className="button ghost">
        <Icon name="Columns3" />
        {t(batchText.columns)}
      </summary>
      <ul>
        {BATCH_COLUMNS.filter(({ key }) => key !== 'query').map(({ key, label }) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} /> {t(label)}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function saveCsv(rows: readonly Record<string, unknown>[], lang: Lang): void {
  saveFile(new File([`\ufeff${toCsv(FILE_COLUMNS, rows, lang)}\r\n`], 'addresses.csv', { type: 'text/csv;charset=utf-8' }))
}

function saveJson(rows: readonly Record<string, unknown>[]): void {
  const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
  saveFile(new File([text], 'addresses.json', { type: 'application/json' }))
}
