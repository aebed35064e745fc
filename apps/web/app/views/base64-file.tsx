import { useState, type ChangeEvent } from 'react'
import { takeFirst } from '../tool/say-left-out.ts'
import { CodedFacts, type Coded } from '../dev/coded/coded-facts.tsx'
import { FileLine } from '../dev/coded/file-line.tsx'
import { FilePreview } from '../dev/coded/file-preview.tsx'
import { FORMS, toBareBase64, toForm, type Form } from '../dev/coded/forms.ts'
import { useText } from '../lang.tsx'
import { codedText } from '../text/dev-coded.ts'
import { toolText } from '../text/tool.ts'
import { ResultActions, saveFile } from '../tool/result-actions.tsx'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type Direction = 'auto' | 'encode' | 'decode'
type Input = { readonly text: string; readonly file: Blob | undefined; readonly direction: Direction }
type FileTool = ToolState<Input, Coded>

/** More than this is cut on the page; copy and save give all of it. */
const MAX_SHOWN_CHARS = 100_000

/** A file on one side, its Base64 on the other: whichever is given makes the other. */
export default function Base64File(tool: FileTool) {
  const state = tool as ToolState
  const { input, result, error, isRunning, setInput } = tool
  const isEmpty = input.text === '' && !input.file
  const isDecoding = !input.file && (result?.direction ?? input.direction) === 'decode'
  const drop = (file: Blob | undefined) => setInput({ file, text: '', direction: 'encode' })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra; the button does the same
    <div
      className="dev two-panes coded"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drop(takeFirst(event.dataTransfer.files))
      }}
    >
      <div className="panes">
        <PlainSide tool={tool} isDecoding={isDecoding} onFile={drop} />
        <CodedSide tool={tool} isDecoding={isDecoding} />
      </div>
      <ErrorLine {...state} />
      <div className="coded-foot">
        {(!error || isRunning) && <StatusLine {...state} result={isEmpty ? undefined : result} error={null} />}
        <ResultActions {...state} result={isEmpty ? undefined : result} />
      </div>
    </div>
  )
}

type SideProps = { readonly tool: FileTool; readonly isDecoding: boolean }

function PlainSide({ tool, isDecoding, onFile }: SideProps & { onFile: (file: Blob | undefined) => void }) {
  const t = useText()
  const { input, result, setInput } = tool
  const file = isDecoding ? result?.file : input.file
  const mime = (isDecoding ? result?.mime : result?.mime || input.file?.type) ?? ''
  const isText = !file || (isDecoding && result?.shown !== 'hex' && !/^(image|audio|video)|pdf/.test(mime))
  return (
    <section className="pane">
      <header className="pane-head">
        <h2 id="plain-side">{t(codedText.plainSide)}</h2>
      </header>
      {isText ? (
        <textarea
          name="text"
          aria-labelledby="plain-side"
          placeholder={t(codedText.plainHint)}
          spellCheck={false}
          value={isDecoding ? (result?.text ?? '') : input.text}
          onChange={({ target }) => setInput({ text: target.value, file: undefined, direction: 'encode' })}
        />
      ) : (
        <FilePreview
          file={file}
          mime={mime}
          {...(isDecoding ? {} : { onRemove: () => onFile(undefined), removeLabel: t(toolText.remove) })}
        />
      )}
      {(isText || isDecoding) && <FileLine file={undefined} onChange={onFile} />}
    </section>
  )
}

function CodedSide({ tool, isDecoding }: SideProps) {
  const t = useText()
  const [form, setForm] = useState<Form>('base64')
  const { input, result, setInput } = tool
  const isEmpty = input.text === '' && !input.file
  // What was made of a file that is gone would come back into the field, over what is typed there meanwhile.
  const written = !isDecoding && !isEmpty && result?.direction === 'encode' ? toWritten(result, input.file, form) : ''
  const isCut = written.length > MAX_SHOWN_CHARS
  const onChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
    setInput({ text: target.value, file: undefined, direction: target.value === '' ? 'auto' : 'decode' })
  return (
    <section className="pane">
      <header className="pane-head">
        <h2 id="coded-side">{t(codedText.codedSide)}</h2>
        <span className="pane-actions">
          {!isDecoding && (
            <select aria-label={t(codedText.form)} value={form} onChange={({ target }) => setForm(target.value as Form)}>
              {FORMS.map((name) => (
                <option key={name} value={name}>
                  {t(codedText[name])}
                </option>
              ))}
            </select>
          )}
          <CopyButton isIconOnly disabled={!written} text={written} />
          <Button
            kind="ghost"
            icon="FileDownload"
            isIconOnly
            disabled={!written}
            onClick={() => saveFile(new File([written], `${form}.txt`, { type: 'text/plain' }))}
          >
            {t(codedText.saveText)}
          </Button>
        </span>
      </header>
      <textarea
        name="coded"
        aria-labelledby="coded-side"
        placeholder={t(codedText.codedHint)}
        spellCheck={false}
        readOnly={isCut}
        value={isDecoding ? input.text : isCut ? `${written.slice(0, MAX_SHOWN_CHARS)}…` : written}
        onChange={onChange}
      />
      {result && !isEmpty && <CodedFacts result={result} inputChars={input.text.length} />}
    </section>
  )
}

function toWritten(result: Coded, file: Blob | undefined, form: Form): string {
  const mime = result.mime || file?.type || (file ? 'application/octet-stream' : 'text/plain;charset=utf-8')
  return toForm(toBareBase64(result.text), form, { mime, name: file instanceof File ? file.name : 'text.txt' })
}
