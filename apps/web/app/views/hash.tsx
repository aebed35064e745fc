import type { HashInput, HashOutput } from '@octet/tools/crypto/hash/hash-all.ts'
import { DigestTable, Verdict } from '../dev/hash/digest-table.tsx'
import { FileList } from '../dev/hash/file-list.tsx'
import { useFileQueue } from '../dev/hash/use-file-queue.ts'
import { Fields, findField, MoreFields, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { hashText } from '../text/dev-hash.ts'
import { toolText } from '../text/tool.ts'
import { toRunInput, type Input } from '../tool/form.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { InputPane } from '../tool/workbench.tsx'
import './hash.css'

/** Digests of a text as it is typed, and of any number of files with progress; both against a known sum. */
export default function HashView(tool: ToolState<HashInput, HashOutput>) {
  const t = useText()
  const { input, setInput, result, lang } = tool
  const { text: _text, file: _file, textFormat: _format, ...options } = toRunInput(tool.fields, input as unknown as Input)
  const queue = useFileQueue(options, lang)
  const text = findField(tool as ToolState, 'text')
  return (
    <ToolForm
      tool={{
        ...(tool as ToolState),
        setInput: (change) => (change.file instanceof File ? queue.add([change.file]) : setInput(change)),
      }}
      className="hash-view"
    >
      <div className="toolbar">
        <Fields tool={tool as ToolState} names={['algorithm', 'length', 'upper']} />
        <ResultActions {...(tool as ToolState)} />
      </div>
      <MoreFields tool={tool as ToolState} names={['textFormat', 'hmacKey', 'hmacKeyFormat', 'salt', 'saltPlace', 'output']} />
      <div className="hash-grid">
        <div className="hash-in">
          <div className="pane hash-text">{text && <InputPane field={text} {...(tool as ToolState)} />}</div>
          <div className="field">
            <label htmlFor="hash-expected">{t(hashText.compare)}</label>
            <textarea
              id="hash-expected"
              className="mono"
              rows={2}
              spellCheck={false}
              placeholder={t(hashText.compareHelp)}
              value={input.expected}
              onChange={(event) => setInput({ expected: event.target.value })}
            />
          </div>
          <Verdict output={result} />
        </div>
        <div className="pane hash-out">
          <header className="pane-head">
            <h2>{t(toolText.output)}</h2>
          </header>
          {result && <DigestTable output={result} />}
        </div>
      </div>
      <StatusLine {...(tool as ToolState)} />
      <FileList queue={queue} />
    </ToolForm>
  )
}
