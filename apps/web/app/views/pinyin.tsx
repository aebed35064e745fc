import { useEffect, useState } from 'react'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Button } from '../ui/button.tsx'
import { toRubyPieces, type Reading } from '../dev/ruby-pieces.ts'
import '../dev/small.css'

type Input = { readonly text: string; readonly mode: string; readonly readings: boolean }
type Output = { readonly text: string; readonly characters?: readonly Reading[] }

/** A longer text is drawn as text only. */
const MAX_CHARS = 1000

/** The text with its pinyin above; a click on a character that is read in several ways takes the next one. */
export function Result(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, result, setInput } = tool
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  useEffect(() => setChosen({}), [result?.characters])
  const isShort = input.mode === 'pinyin' && input.text.length <= MAX_CHARS
  if (!isShort || !result?.characters)
    return (
      <>
        <ResultPane {...(tool as ToolState)} />
        {isShort && result && (
          <p className="small-body">
            <Button icon="Language" onClick={() => setInput({ readings: true })}>
              {t(smallText.showRuby)}
            </Button>
          </p>
        )}
      </>
    )
  const pieces = toRubyPieces(input.text, result.characters, chosen)
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        <CopyButton
          text={() =>
            pieces
              .map(({ reading, text }) => (reading ? `${reading} ` : text))
              .join('')
              .trim()
          }
        />
      </header>
      <div className="result">
        <p className="ruby-text" lang="zh">
          {pieces.map(({ key, text, reading, others }) => {
            if (reading === undefined) return <span key={key}>{text}</span>
            const ruby = (
              <ruby>
                {text}
                <rt>{reading}</rt>
              </ruby>
            )
            return others.length > 1 ? (
              <button
                key={key}
                type="button"
                className="many"
                aria-label={t(smallText.nextReading, { char: text, reading })}
                title={others.join(' · ')}
                onClick={() => setChosen({ ...chosen, [key]: (others.indexOf(reading) + 1) % others.length })}
              >
                {ruby}
              </button>
            ) : (
              <span key={key}>{ruby}</span>
            )
          })}
        </p>
        <p className="small-body quiet">{t(smallText.chooseReading)}</p>
      </div>
    </>
  )
}
