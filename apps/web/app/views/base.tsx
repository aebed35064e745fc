import { useState, type ClipboardEvent } from 'react'
import type { BaseRow, CodeRow, FloatRow, TwosRow } from '@octet/tools/subnet/base/report.ts'
import { FloatEditor } from '../dev/base/float-editor.tsx'
import { Fields, MoreFields, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { baseText } from '../text/dev-base.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import { StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Snippet } from '../ui/snippet.tsx'
import './base.css'

type Input = {
  readonly text: string
  readonly reading: string
  readonly from: number
  /** Undefined while the field is empty. */
  readonly to: number | undefined
  readonly width: string
}
type Output = {
  readonly text: string
  readonly note?: string
  readonly bases: BaseRow[]
  readonly twos: TwosRow[]
  readonly floats: FloatRow[]
  readonly codes: CodeRow[]
}

const BASES = [10, 16, 2, 8] as const
const WIDTHS = { half: '16', single: '32', double: '64' } as const

/** A number in all bases at once, each of which can be typed into; below it the bits of a float. */
export default function BaseView(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, setInput, result, card, error } = tool
  const [format, setFormat] = useState<FloatRow['format']>('single')
  const properties = (card.output as Schema).properties ?? {}
  const { to = 36 } = input
  const shown: readonly number[] = [...BASES, (BASES as readonly number[]).includes(to) ? 36 : to]
  const isTyped = (base: number) => input.reading === 'number' && input.from === base
  const valueIn = (base: number) =>
    isTyped(base) ? (input.text ?? '') : (result?.bases.find((row) => row.base === base)?.value ?? '')
  const type = (base: number, text: string) => setInput({ text, reading: 'number', from: base })
  // A field of one line would make one number of several lines.
  const isList = input.reading === 'number' && (input.text ?? '').includes('\n')
  const pasteLines = (base: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    if (!text.includes('\n')) return
    event.preventDefault()
    type(base, text)
  }
  const float = result?.floats.find((row) => row.format === format) ?? result?.floats[0]
  const chooseFormat = (wanted: FloatRow['format']) => {
    setFormat(wanted)
    const decimal = result?.bases.find(({ base }) => base === 10)?.value
    if (input.reading === 'float' && decimal !== undefined) setInput({ text: decimal, reading: 'number', from: 10 })
  }
  return (
    <ToolForm tool={tool} className="base-view">
      <div className="toolbar">
        <Fields tool={tool} names={['reading']} />
        {isList && <Fields tool={tool} names={['from']} />}
        {input.reading === 'number' && <Fields tool={tool} names={['to']} />}
        <Fields tool={tool} names={['width']} />
        <ResultActions {...tool} />
      </div>
      {(input.reading !== 'number' || isList) && (
        <div className="base-source">
          <Fields tool={tool} names={['text']} />
        </div>
      )}
      <div className="pane base-fields">
        {(isList ? [] : shown).map((base) => (
          <div key={base} className={`base-field ${isTyped(base) ? 'typed' : ''}`}>
            <label htmlFor={`base-${base}`}>
              {base in baseText.names ? t(baseText.names[base as 2]) : t(baseText.base, { count: base })}{' '}
              {base in baseText.names && <span className="quiet">{base}</span>}
            </label>
            <input
              id={`base-${base}`}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="off"
              placeholder={base === 10 ? '255 · 0.1 · 0xff + 0b11' : ''}
              value={valueIn(base)}
              onChange={(event) => type(base, event.target.value)}
              onPaste={pasteLines(base)}
            />
            <CopyButton isIconOnly disabled={valueIn(base) === ''} text={valueIn(base)} />
          </div>
        ))}
        {result && result.bases.length === 0 && result.text !== '' && <Snippet code={result.text} />}
        {result?.note && <p className="quiet base-note">{result.note}</p>}
        {result?.bases.some(({ value }) => value.includes('(')) && <p className="quiet base-note">{t(baseText.repeats)}</p>}
      </div>
      {(error || !result) && <StatusLine {...tool} />}
      <MoreFields tool={tool} names={['littleEndian', 'places', 'group', 'upper', 'fromAlphabet', 'toAlphabet']} />
      {float && (
        <div className="pane">
          <FloatEditor
            row={float}
            onFormat={chooseFormat}
            onBits={(hex, of) => {
              setFormat(of)
              setInput({ text: hex, reading: 'float', width: WIDTHS[of] })
            }}
          />
        </div>
      )}
      {result && (result.twos.length > 0 || result.codes.length > 0) && (
        <div className="base-tables">
          {result.twos.length > 0 && (
            <section className="pane">
              <header className="pane-head">
                <h2>{t(baseText.twos)}</h2>
              </header>
              <ResultTable schema={unwrap(properties.twos ?? {}).items ?? {}} rows={result.twos} label={t(baseText.twos)} />
            </section>
          )}
          {result.codes.length > 0 && (
            <section className="pane">
              <header className="pane-head">
                <h2>{t(baseText.codes)}</h2>
              </header>
              <ResultTable schema={unwrap(properties.codes ?? {}).items ?? {}} rows={result.codes} label={t(baseText.codes)} />
            </section>
          )}
        </div>
      )}
    </ToolForm>
  )
}
