import { CodedFacts, type Coded } from '../dev/coded/coded-facts.tsx'
import { FileLine } from '../dev/coded/file-line.tsx'
import { FilePreview } from '../dev/coded/file-preview.tsx'
import { toBareBase64, toForm } from '../dev/coded/forms.ts'
import { Fields, findField, MoreFields, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { COPY_VALUE } from '../text/copy-value.ts'
import { codedText } from '../text/dev-coded.ts'
import { toolText } from '../text/tool.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { InputPane, PrimaryButton } from '../tool/workbench.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type Input = {
  readonly text: string
  readonly file?: Blob
  readonly scheme: string
  readonly eachLine: boolean
  readonly wrap: number
}
type Base64 = ToolState<Input, Coded>

const MORE = ['charset', 'padding', 'wrap', 'dataUrl', 'eachLine', 'strict'] as const
/** Longer results are not written out a second time. */
const MAX_FORM_CHARS = 20_000

/** Text or file on one side, its writing on the other, with the same in other forms below. */
export default function Base64View(tool: Base64) {
  const state = tool as ToolState
  const text = findField(state, 'text')
  const { input, result, error, isRunning, setInput } = tool
  const isEmpty = input.text === '' && !(input.file instanceof Blob)
  return (
    <ToolForm tool={state} className="two-panes coded">
      <div className="toolbar">
        <PrimaryButton {...state} />
        <Fields tool={state} names={['direction', 'scheme', 'alphabet']} />
        <ResultActions {...state} result={isEmpty ? undefined : result} />
      </div>
      <MoreFields tool={state} names={MORE} />
      <div className="panes">
        <div className="pane input-pane">
          {text && <InputPane {...state} field={text} />}
          <FileLine file={input.file} onChange={(file) => setInput({ file: file as Blob })} />
        </div>
        <div className="pane output-pane">
          <ErrorLine {...state} />
          {result && !isEmpty ? <Answer {...tool} /> : <ResultPane {...state} result={undefined} />}
        </div>
      </div>
      {(!error || isRunning) && <StatusLine {...state} result={isEmpty ? undefined : result} error={null} />}
    </ToolForm>
  )
}

function Answer({ input, result, isRunning, error }: Base64) {
  const t = useText()
  if (!result) return null
  return (
    <div className={`result ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
      </header>
      <TextOutput text={result.text} language="" label={t(toolText.output)} />
      <CodedFacts result={result} inputChars={input.file?.size ?? input.text.length} />
      {result.file && <FilePreview file={result.file} mime={result.mime ?? ''} />}
      {result.direction === 'encode' && input.file && <FilePreview file={input.file} mime={result.mime ?? input.file.type} />}
      <OtherForms input={input} result={result} />
    </div>
  )
}

const SHOWN_FORMS = ['base64', 'urlSafe', 'wrapped', 'dataUrl'] as const

/** The same bytes as other programs want them. */
function OtherForms({ input, result }: { input: Input; result: Coded }) {
  const t = useText()
  const isBase64 = input.scheme === 'base64' && !input.eachLine
  if (result.direction !== 'encode' || !isBase64 || result.text === '' || result.text.length > MAX_FORM_CHARS) return null
  const content = { mime: result.mime || input.file?.type || 'text/plain;charset=utf-8', name: '' }
  const bare = toBareBase64(result.text)
  const forms = SHOWN_FORMS.map((form) => ({ form, text: toForm(bare, form, content) })).filter(
    ({ text }, index, all) => text !== result.text && all.findIndex((other) => other.text === text) === index,
  )
  return (
    <section className="coded-forms">
      <h3>{t(codedText.forms)}</h3>
      <ul>
        {forms.map(({ form, text }) => (
          <li key={form}>
            <span>{t(codedText[form])}</span>
            <code>{text.slice(0, 400)}</code>
            <CopyButton isIconOnly text={text} label={t(COPY_VALUE, { value: t(codedText[form]) })} />
          </li>
        ))}
      </ul>
    </section>
  )
}
