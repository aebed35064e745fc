import { useText } from '../../lang.tsx'
import { ResultTable } from '../../result/result-table.tsx'
import { subnetText } from '../../text/dev-subnet.ts'
import type { Schema } from '../../tool/schema.ts'
import { toBarParts } from './address-bar.ts'

/** More parts than this are no longer told apart in the bar. */
const MAX_PARTS = 256

type PlanRow = { readonly name: string; readonly network: string }

type PlanViewProps = {
  readonly space: string
  readonly rows: readonly PlanRow[]
  readonly free?: string | undefined
  readonly total?: string | undefined
  readonly schema: Schema
}

/** A plan of networks: a bar of the address space, then the table. */
export function PlanView({ space, rows, free = '', total, schema }: PlanViewProps) {
  const t = useText()
  const count = total ?? String(rows.length)
  const freeList = free.split('\n').filter(Boolean)
  const parts = toBarParts(space, rows.slice(0, MAX_PARTS), freeList)
  const named = rows.some(({ name }) => name !== '')
  const shown = rows.map((row) => (named ? row : { ...row, name: undefined }))
  return (
    <section className="plan">
      <header className="pane-head">
        <h2>{t(subnetText.plan)}</h2>
        <span className="quiet">
          {t(subnetText.space, { count, network: space })}
          {Number(count) > rows.length && ` · ${t(subnetText.shownOf, { shown: rows.length, total: count })}`}
        </span>
      </header>
      {rows.length <= MAX_PARTS && (
        <svg className="plan-bar" viewBox="0 0 10000 400" preserveAspectRatio="none" role="img" aria-label={t(subnetText.plan)}>
          {parts.map(({ network, name, start, width, isFree }, index) => (
            <g key={network}>
              <title>{`${name} ${network}${isFree ? ` ${t(subnetText.free)}` : ''}`.trim()}</title>
              <rect
                x={start}
                y={isFree ? 260 : 0}
                width={Math.max(width - (width > 60 ? 14 : 0), 4)}
                height={isFree ? 140 : 400}
                className={isFree ? 'free' : index % 2 ? 'odd' : 'even'}
              />
            </g>
          ))}
        </svg>
      )}
      {rows.length <= 16 && (
        <ol className="plan-names">
          {parts
            .filter(({ isFree }) => !isFree)
            .map(({ network, name }) => (
              <li key={network}>
                {name && <strong>{name}</strong>} {network}
              </li>
            ))}
        </ol>
      )}
      {freeList.length > 0 && <p className="plan-free">{t(subnetText.freeList, { list: freeList.join(', ') })}</p>}
      <ResultTable schema={schema.items ?? {}} rows={shown} />
    </section>
  )
}
