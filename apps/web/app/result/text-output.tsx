import { useState } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** A line of no more is an answer to be read, and set large. */
const MAX_SHORT_CHARS = 80
/** A short text is drawn whole; a longer one of a known grammar gets the editor's line numbers, folding and search. */
const MIN_EDITOR_CHARS = 400
/** Longer texts are not highlighted: that would hold up the page. */
const MAX_EDITOR_CHARS = 2_000_000
/** More than this is cut on the page; copy and download give all of it. */
const MAX_SHOWN_CHARS = 200_000

/** A text result with copy and wrap. */
export function TextOutput({ text, language, label }: { text: string; language: string; label: string }) {
  const t = useText()
  const [chosen, setChosen] = useState<boolean>()
  // A picture of blocks falls apart when its lines are broken.
  const isDrawn = text.includes('█')
  const isWrapped = chosen ?? !isDrawn
  const isShort = !language && text.length <= MAX_SHORT_CHARS && !text.includes('\n')
  if (language && text.length >= MIN_EDITOR_CHARS && text.length <= MAX_EDITOR_CHARS)
    return (
      <div className="text-output">
        <CodeEditor isReadOnly label={label} language={language} value={text} />
        <CopyButton isIconOnly text={text} />
      </div>
    )
  return (
    <div className={`text-output ${isWrapped ? 'wrapped' : ''} ${isDrawn ? 'drawn' : isShort ? 'short' : ''}`}>
      <pre tabIndex={0} dir={language ? 'ltr' : 'auto'}>
        {text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text}
      </pre>
      <span className="text-actions">
        <Button kind="ghost" icon="TextWrap" isIconOnly aria-pressed={isWrapped} onClick={() => setChosen(!isWrapped)}>
          {t(toolText.wrap)}
        </Button>
        <CopyButton isIconOnly text={text} />
      </span>
    </div>
  )
}
