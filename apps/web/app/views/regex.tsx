import { CodeList, type CodePiece } from '../dev/code-list.tsx'
import { useText } from '../lang.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import '../dev/small.css'
import './regex.css'

type Match = { readonly start: number; readonly end: number; readonly match: string; readonly groups: string }
type Part = {
  readonly depth: number
  readonly start: number
  readonly end: number
  readonly part: string
  readonly meaning: string
}
type Case = { readonly isRight: boolean; readonly text: string; readonly isWanted: boolean; readonly found: string }
type Output = {
  readonly text: string
  readonly count: number
  readonly note?: string
  readonly matches: readonly Match[]
  readonly cases?: readonly Case[]
  readonly explanation?: readonly Part[]
  readonly snippets?: readonly CodePiece[]
}

/** More text than this is not drawn with its matches. */
const MAX_CHARS = 50_000
/** Levels of the explanation that are indented, and how far. */
const MAX_STEPS = 8
const STEP_PX = 16

/** The text with every match marked, then the table of groups. */
export function Result({ input, result, card }: ToolState<{ text: string; replace: boolean }, Output>) {
  const t = useText()
  if (!result) return null
  const { matches, count, note, cases = [], explanation = [], snippets = [] } = result
  const toRow = (name: 'matches' | 'cases') => unwrap((card.output as Schema).properties?.[name] ?? {}).items ?? {}
  return (
    <div className="result">
      {input.text !== '' && (
        <header className="small-head">
          <h2>{count === 0 ? t(smallText.noMatch) : t(smallText.matches, { count: count.toLocaleString('en') })}</h2>
        </header>
      )}
      {count > matches.length && (
        <p className="small-body">{t(smallText.firstMatches, { count: matches.length.toLocaleString('en') })}</p>
      )}
      {note !== undefined && <p className="small-body">{note}</p>}
      {input.replace && (
        <section>
          <h3 className="hidden">{t(smallText.replaced)}</h3>
          <TextOutput text={result.text} language="" label={t(smallText.replaced)} />
        </section>
      )}
      {count > 0 && !input.replace && input.text.length <= MAX_CHARS && (
        <pre className="small-text" tabIndex={0} aria-label={t(smallText.marked)}>
          {markMatches(input.text, matches)}
        </pre>
      )}
      {count > 0 && <ResultTable schema={toRow('matches')} rows={matches} />}
      {cases.length > 0 && (
        <section>
          <header className="small-head">
            <h3>{t(smallText.casesRight, { right: cases.filter(({ isRight }) => isRight).length, count: cases.length })}</h3>
          </header>
          <ResultTable schema={toRow('cases')} rows={cases} />
        </section>
      )}
      {explanation.length > 0 && <Explanation parts={explanation} />}
      <CodeList pieces={snippets} />
    </div>
  )
}

/** What each part means, those within others further in. */
function Explanation({ parts }: { parts: readonly Part[] }) {
  const t = useText()
  return (
    <section>
      <header className="small-head">
        <h3>{t(smallText.explained)}</h3>
      </header>
      <ul className="regex-parts">
        {parts.map(({ depth, start, end, part, meaning }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one place may hold several parts
          <li key={index} style={{ marginInlineStart: `${Math.min(depth, MAX_STEPS) * STEP_PX}px` }}>
            <code>{part || '∅'}</code>
            <span className="quiet" title={t(smallText.place)}>
              {start}–{end}
            </span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function markMatches(text: string, matches: readonly Match[]) {
  const pieces = matches.flatMap(({ start, end }, index) => [
    text.slice(matches[index - 1]?.end ?? 0, start),
    <mark key={start} className="hit">
      {text.slice(start, end)}
    </mark>,
  ])
  return [...pieces, text.slice(matches.at(-1)?.end ?? 0)]
}
