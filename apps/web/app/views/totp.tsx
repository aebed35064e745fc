import { useEffect, useRef, useState } from 'react'
import { ResultPane } from '../result/result-pane.tsx'
import type { ToolState } from '../tool/view.ts'

type Codes = { readonly remaining?: number; readonly secret: string }
type Totp = ToolState<{ readonly secret: string }, Codes>

/** The codes of this moment: the seconds left run down, then come the next codes. */
export function Result(tool: Totp) {
  const remaining = useCountdown(tool)
  return <ResultPane {...tool} result={tool.result && { ...tool.result, remaining }} />
}

/** Seconds until the code ends; then the tool runs again, with the secret that was made if none was given. */
function useCountdown(tool: Totp): number | undefined {
  const { result } = tool
  const current = useRef(tool)
  current.current = tool
  const [left, setLeft] = useState(result?.remaining)
  useEffect(() => {
    setLeft(result?.remaining)
    // Codes that count have no end.
    if (result?.remaining === undefined) return undefined
    const end = Math.floor(Date.now() / 1000) + result.remaining
    const timer = setInterval(() => {
      const seconds = end - Math.floor(Date.now() / 1000)
      setLeft(Math.max(0, seconds))
      if (seconds > 0) return
      clearInterval(timer)
      const { error, input, run } = current.current
      if (!error) run(input.secret === '' ? { secret: result.secret } : {})
    }, 250)
    return () => clearInterval(timer)
  }, [result])
  return left
}
