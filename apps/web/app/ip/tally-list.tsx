import { useText } from '../lang.tsx'
import { batchText } from '../text/ip-batch.ts'
import type { Tally } from './batch-run.ts'
import { useFirstRows } from '../ui/first-rows.tsx'
import { Flag } from '../ui/flag.tsx'

/** Groups that are drawn at once. */
const STEP = 60

type TallyListProps = {
  readonly title: string
  readonly tallies: readonly Tally[]
  readonly toName: (tally: Tally) => string
  /** Whether the ids are codes of countries. */
  readonly hasFlags?: boolean
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

/** Groups by size with their share as a bar; a click shows only that group. */
export function TallyList({ title, tallies, toName, hasFlags = false, chosen, onChoose }: TallyListProps) {
  const t = useText()
  const most = tallies[0]?.count ?? 1
  const { shown, more } = useFirstRows(tallies, STEP)
  return (
    <section className="ip-panel tally">
      <h2>
        {title} <span className="count">{tallies.length.toLocaleString('en')}</span>
      </h2>
      <ul>
        {shown.map((tally) => {
          const isChosen = chosen === tally.id
          return (
            <li key={tally.id}>
              <button
                type="button"
                aria-pressed={isChosen}
                title={t(batchText.only, { name: toName(tally) })}
                onClick={() => onChoose(isChosen ? undefined : tally.id)}
              >
                {hasFlags && tally.id && <Flag code={tally.id} width={18} />}
                <span>{toName(tally)}</span>
                <strong>{tally.count.toLocaleString('en')}</strong>
                <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(tally.count / most) * 100} height="2" />
                </svg>
              </button>
            </li>
          )
        })}
        {more && <li>{more}</li>}
      </ul>
    </section>
  )
}
