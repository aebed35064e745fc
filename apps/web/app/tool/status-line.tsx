import { useEffect, useMemo, useState, type MouseEvent } from 'react'
import type { Text } from '@octet/core/text.ts'
import { findToolAt, toPlace } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { toMainText } from '../result/main-text.ts'
import { toGap } from '../sentence-gap.ts'
import { toSizeWords, toTimeWords } from '../size-words.ts'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { toCaret } from './caret.ts'
import { toErrorWords } from './error-words.ts'
import type { ToolState } from './view.ts'

/** A run that takes longer than this says so, and one that has given a part of its result. */
const SLOW_MS = 1000

/** What the tool is doing, or how the last run went: size and time, or what is wrong and where. */
export function StatusLine(tool: ToolState) {
  const t = useText()
  const { card, result, error, isRunning, isPart, elapsedMs, cancel } = tool
  const waitedMs = useWaitedMs(isRunning)
  const sizeBytes = useMemo(() => (result === undefined ? 0 : new Blob([toMainText(card, result)]).size), [card, result])
  // Where a server is asked, the button that began the run stops it. This one goes with the run: a focus on it goes to that button.
  const stop = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('.tool')?.querySelector<HTMLElement>('.button.run')?.focus()
    cancel()
  }
  if (waitedMs >= SLOW_MS || (isRunning && isPart))
    return (
      <div className="status" role="status">
        <progress aria-label={t(toolText.running)} />
        <span>
          {t(toolText.running)} <span aria-hidden="true">{waitedMs >= SLOW_MS && toTimeWords(waitedMs)}</span>
        </span>
        {toPlace(card) === 'here' && (
          <Button kind="ghost" icon="PlayerStop" onClick={stop}>
            {t(toolText.cancel)}
          </Button>
        )}
      </div>
    )
  if (error) return <ErrorLine {...tool} />
  return (
    <div className="status" role="status">
      {isPart && t(toolText.stopped)}
      {result !== undefined && !isPart && (!isRunning || toPlace(card) === 'here') && (
        <>
          <span className="dot ok" aria-hidden="true" />
          <span>{t(toolText.done)}</span>
          {sizeBytes > 0 && <span>{toSizeWords(sizeBytes)}</span>}
          {elapsedMs !== undefined && <span>{toTimeWords(elapsedMs)}</span>}
        </>
      )}
    </div>
  )
}

/** Cause, place and next step. */
export function ErrorLine({ error, result, isPart, fields, input, lang }: ToolState) {
  const t = useText()
  if (!error) return null
  const { resolution, line, column, field, snippet } = error.data
  const main = fields.find(({ isMain }) => isMain)
  const text = main && input[main.name]
  // The place may lie in another field, such as a pattern: whoever read it says the line.
  const place = typeof snippet === 'string' ? snippet : typeof text === 'string' && toCaret(text, Number(line), Number(column))
  const caret = main?.isSecret ? undefined : place
  return (
    <div className="status failed" role="alert">
      <Icon name="AlertCircle" />
      <div>
        <p>{toErrorWords({ msg: error.msg, field }, fields, t)}</p>
        {caret && (
          <pre className="caret" tabIndex={0}>
            {caret}
          </pre>
        )}
        <p className="quiet">
          {error.data.error !== 'missing_input' && toStep(resolution ?? '', t)}
          {toGap(lang)}
          {result !== undefined && t(isPart ? toolText.keptPart : toolText.kept)}
        </p>
      </div>
    </div>
  )
}

/** A next step may name a page of this site, which is called as its menu calls it, and what programs send. */
const toStep = (words: string, t: (text: Text) => string) =>
  words.split(/( \/[a-z]+(?!\.json|\/)\b|`[^`]+`)/).map((part, at) => {
    if (at % 2 === 0) return part
    if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>
    const to = part.slice(1)
    const tool = findToolAt(to)
    return (
      <SiteLink key={part} to={to}>
        {tool ? ` ${t(tool.title)}` : part}
      </SiteLink>
    )
  })

/** Milliseconds since a run began, counted in tenths of a second. */
function useWaitedMs(isRunning: boolean): number {
  const [waitedMs, setWaited] = useState(0)
  useEffect(() => {
    setWaited(0)
    if (!isRunning) return undefined
    const startedAt = performance.now()
    const timer = setInterval(() => setWaited(performance.now() - startedAt), 100)
    return () => clearInterval(timer)
  }, [isRunning])
  return waitedMs
}
