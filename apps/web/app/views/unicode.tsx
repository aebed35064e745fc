import { CharacterStrip } from '../dev/unicode/character-strip.tsx'
import { Fields, findField, ToolForm } from '../dev/tool-form.tsx'
import { useSideRun } from '../dev/use-side-run.ts'
import type { Inspection } from '../dev/unicode/inspection.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { COPY_VALUE } from '../text/copy-value.ts'
import { unicodeText } from '../text/dev-unicode.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { InputPane, PrimaryButton } from '../tool/workbench.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import '../dev/unicode/unicode.css'

type Input = { readonly text?: string; readonly action: string }
type Output = { readonly text: string; readonly action: string; readonly notes: readonly string[] }

/** A longer text is turned over as a whole, and looked at by its beginning. */
const MAX_INSPECTED_CHARS = 20_000

/** The text and its codes above; below, every character of it, with what the eye does not see. */
export default function UnicodeView(tool: ToolState<Input, Output>) {
  const state = tool as ToolState
  const { input, result, error, isRunning } = tool
  const text = findField(state, 'text')
  const plain = result && (result.action === 'encode' || result.action === 'inspect' ? input.text : result.text)
  const inspection = useSideRun<Inspection>(
    'unicode',
    plain ? { text: plain.slice(0, MAX_INSPECTED_CHARS), action: 'inspect' } : undefined,
  )
  return (
    <ToolForm tool={state} className="two-panes unicode">
      <div className="toolbar">
        <PrimaryButton {...state} />
        <Fields tool={state} names={['action', 'notation', 'form']} />
        <ResultActions {...state} />
      </div>
      <div className="unicode-switches">
        <Fields tool={state} names={['keepAscii', 'strip']} />
      </div>
      <div className="panes">
        <div className="pane input-pane">{text && <InputPane {...state} field={text} />}</div>
        <div className="pane output-pane">
          <ErrorLine {...state} />
          <ResultPane
            {...state}
            card={{ ...state.card, output: toPaneSchema(state.card.output as Schema) as typeof state.card.output }}
          />
        </div>
      </div>
      {(!error || isRunning) && <StatusLine {...state} error={null} />}
      {plain && inspection && <Inspected tool={tool} inspection={inspection} />}
    </ToolForm>
  )
}

/** What stands in full below is left out of the pane. */
function toPaneSchema(output: Schema): Schema {
  const shown = Object.entries(output.properties ?? {}).map(([name, property]) => {
    const isBelow = ['counts', 'findings', 'characters', 'writings'].includes(name)
    return [name, isBelow ? { ...property, widget: 'hidden' as const } : property]
  })
  return { ...output, properties: Object.fromEntries(shown) }
}

function Inspected({ tool, inspection }: { tool: ToolState<Input, Output>; inspection: Inspection }) {
  const t = useText()
  const { card, setInput } = tool
  const { counts, characters, findings, writings = [] } = inspection
  const properties = (card.output as Schema).properties ?? {}
  const countWords = unwrap(properties.counts ?? {}).properties ?? {}
  const notations = (card.input as Schema).properties?.notation?.options ?? {}
  return (
    <>
      <dl className="unicode-counts" aria-label={t(unicodeText.counts)}>
        {Object.entries(counts).map(([name, count]) => (
          <div key={name}>
            <dt>{countWords[name]?.label ? t(countWords[name].label) : name}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <CharacterStrip
        characters={characters}
        findings={findings}
        onTakeOut={() => setInput({ action: 'normalise', strip: true } as Partial<Input>)}
      />
      {writings.length > 0 && (
        <section className="unicode-part" aria-labelledby="writings">
          <h2 id="writings">{t(unicodeText.writings)}</h2>
          <ul className="unicode-writings">
            {writings.map(({ notation, text }) => (
              <li key={notation}>
                <span>{notations[notation] ? t(notations[notation]) : notation}</span>
                <code>{text}</code>
                <CopyButton isIconOnly text={text} label={t(COPY_VALUE, { value: notation })} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="unicode-part" aria-labelledby="points">
        <h2 id="points">{t(unicodeText.table)}</h2>
        <ResultTable schema={unwrap(properties.characters ?? {}).items ?? {}} rows={characters} />
      </section>
    </>
  )
}
