import { useId } from 'react'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { smallText } from '../text/dev-small.ts'
import type { ToolState } from '../tool/view.ts'
import './compress.css'

type Entry = { readonly name: string; readonly kind: string }
type Compress = ToolState<{ readonly entry?: string }, { readonly entries?: readonly Entry[] }>

/** What was done; of an archive a choice of its files stands above, each of which can be taken out. */
export function Result(tool: Compress) {
  const t = useText()
  const id = useId()
  const { result, input, setInput } = tool
  const names = (result?.entries ?? []).filter(({ kind }) => kind === 'file' || kind === 'locked').map(({ name }) => name)
  return (
    <>
      {names.length > 0 && (
        <div className="field entry-field">
          <label htmlFor={id}>{t(smallText.takeOut)}</label>
          <select id={id} value={input.entry ?? ''} onChange={(event) => setInput({ entry: event.target.value })}>
            <option value="">{t(smallText.listOnly)}</option>
            {[...new Set(names)].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <ResultPane {...(tool as ToolState)} />
    </>
  )
}
