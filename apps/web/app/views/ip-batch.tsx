import '../ip/ip.css'
import '../ip/batch.css'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { BatchProgress } from '../ip/batch-progress.tsx'
import { BatchResult } from '../ip/batch-result.tsx'
import { BatchRun } from '../ip/batch-run.ts'
import { BatchSource } from '../ip/batch-source.tsx'
import type { ToolState } from '../tool/view.ts'
import { useHandedFocus } from '../ui/use-handed-focus.ts'

/** Longer lists are looked up without a place in the page's state: «Back» and a reload bring none of them back. */
const MAX_KEPT_CHARS = 2_000_000

/** A list or log of up to 100,000 lines, looked up while it is watched. */
export default function IpBatchView({ lang, input, setInput, cancel, keep }: ToolState<{ readonly text?: string }>) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [run, setRun] = useState<BatchRun>()
  const latest = useRef<BatchRun>(undefined)
  const ref = useHandedFocus()

  const start = useCallback(
    (text: string) => {
      latest.current?.stop()
      const next = new BatchRun({ lang, onNews: redraw })
      latest.current = next
      setRun(next)
      void next.start(text)
    },
    [lang],
  )
  useEffect(() => () => latest.current?.stop(), [])

  // An example, a shared link, another tool or «Back» puts a text into the field: it is looked up here and not by the tool's own call.
  const { text = '' } = input
  useEffect(() => {
    if (!text) return
    cancel()
    keep({ text }, MAX_KEPT_CHARS)
    start(text)
  }, [text, cancel, keep, start])

  const onStart = (given: string) => (given && given.length <= MAX_KEPT_CHARS ? setInput({ text: given }) : start(given))

  const onAgain = () => {
    latest.current?.stop()
    setRun(undefined)
    setInput({ text: '' })
    keep({ text: '' })
  }
  return (
    <div className="ip-view ip-record">
      {run ? (
        <BatchProgress run={run} turnRef={ref} onAgain={onAgain} />
      ) : (
        <BatchSource text={text} startRef={ref} onStart={onStart} />
      )}
      {run && run.rows.length > 0 && <BatchResult run={run} />}
    </div>
  )
}
