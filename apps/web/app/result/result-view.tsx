import type { ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { toWords, unwrap, type Schema } from '../tool/schema.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { useFirstRows } from '../ui/first-rows.tsx'
import { toShape } from './shape.ts'
import { ResultTable } from './result-table.tsx'
import { TextOutput } from './text-output.tsx'
import { Value } from './value.tsx'

/** A value with more characters has the whole width of a result without panes. */
const MAX_HALF_CHARS = 60
/** Entries of a list that are drawn at once. */
const STEP = 1000

type ViewProps = { readonly schema: unknown; readonly value: unknown; readonly depth?: number }

/** Draws any result by its schema and its value: texts large, single values as a list, lists of objects as tables. */
export function ResultView({ schema, value, depth = 0 }: ViewProps): ReactNode {
  const t = useText()
  const own = unwrap(schema as Schema)
  switch (toShape(value, own)) {
    case 'record':
      return <RecordView schema={own} value={value as Readonly<Record<string, unknown>>} depth={depth} />
    case 'table':
      return (
        <ResultTable
          schema={own.items ?? {}}
          rows={value as readonly Readonly<Record<string, unknown>>[]}
          {...(own.label ? { label: t(own.label) } : {})}
        />
      )
    case 'list':
      return <ListView values={value as readonly unknown[]} schema={own.items ?? {}} depth={depth} />
    case 'empty-list':
      return <p className="quiet">{t(toolText.noRows)}</p>
    case 'text':
      return <TextOutput text={value as string} language={own.language ?? ''} label={t(own.label ?? toolText.output)} />
    case 'image':
      return <img className="picture" src={value as string} alt={t(own.label ?? toolText.output)} />
    case 'html':
      return (
        <iframe
          className="foreign"
          sandbox=""
          src={`data:text/html;charset=utf-8,${encodeURIComponent(value as string)}`}
          title={t(own.label ?? toolText.output)}
        />
      )
    default:
      return <Value value={value} schema={own} />
  }
}

/** Fields of a record. Neighbouring single values share one list, the answer itself is large; everything longer has a heading. */
function RecordView({ schema, value, depth }: { schema: Schema; value: Readonly<Record<string, unknown>>; depth: number }) {
  const t = useText()
  const parts: ReactNode[] = []
  let singles: ReactNode[] = []
  let className = 'halves'
  const flush = () => {
    if (singles.length > 0)
      parts.push(
        <dl key={`singles-${parts.length}`} className={className}>
          {singles}
        </dl>,
      )
    singles = []
    className = 'halves'
  }
  const entries = Object.entries(value).filter(
    ([name, inner]) => inner !== undefined && schema.properties?.[name]?.widget !== 'hidden' && !isSilent(name, inner),
  )
  for (const [name, inner] of entries) {
    const property = unwrap(schema.properties?.[name] ?? {})
    const label = t(property.label ?? toWords(name))
    if (toShape(inner, property) === 'single') {
      const isLong = String(inner).length > MAX_HALF_CHARS
      const isLead = property.main === true && inner !== null && !isLong
      if (isLead) flush()
      if (isLead) className = 'main-answer'
      else if (isLong) className = 'whole'
      singles.push(
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Value value={inner} schema={property} />
          </dd>
        </div>,
      )
      if (isLead) flush()
      continue
    }
    flush()
    // The pane around it is already called so.
    const isAlone = entries.length === 1 || (depth === 0 && parts.length === 0 && label === t(toolText.output))
    parts.push(
      <section key={name} className={`result-part level-${depth}`}>
        {!isAlone && <h3>{label}</h3>}
        <ResultView schema={property} value={inner} depth={depth + 1} />
      </section>,
    )
  }
  flush()
  return <div className="record">{parts}</div>
}

/** Notes are there when there is something to say; other lists say that they are empty. */
const isSilent = (name: string, value: unknown): boolean => name === 'notes' && Array.isArray(value) && value.length === 0

function ListView({ values, schema, depth }: { values: readonly unknown[]; schema: Schema; depth: number }) {
  const { shown, more } = useFirstRows(values, STEP)
  const areSingle = values.every((value) => toShape(value, schema) === 'single')
  return (
    <div className="list">
      <ul className={areSingle ? 'singles' : ''}>
        {shown.map((value, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- results have no keys of their own
          <li key={index}>
            <ResultView schema={schema} value={value} depth={depth + 1} />
          </li>
        ))}
      </ul>
      {more}
      {areSingle && <CopyButton isIconOnly text={() => values.map(String).join('\n')} />}
    </div>
  )
}
