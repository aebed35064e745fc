import { useEffect, useState } from 'react'
import { useLang } from '../lang.tsx'
import { runTool } from '../worker/run-tool.ts'

/**
 * The answer of a tool that runs in the browser, asked for beside the one the page is for; undefined until there is one.
 * An input of `undefined` asks for nothing. The last answer stays while a newer one is worked on.
 */
export function useSideRun<O>(id: string, input: Readonly<Record<string, unknown>> | undefined): O | undefined {
  const lang = useLang()
  const [answer, setAnswer] = useState<O>()
  const key = input && JSON.stringify(input)
  useEffect(() => {
    if (key === undefined) {
      setAnswer(undefined)
      return undefined
    }
    let isCurrent = true
    // Nothing is taken back: the runs share a worker with the page's own tool.
    const signal = new AbortController().signal
    void runTool('here', id, JSON.parse(key), { lang, signal, onValue: () => {} }).then(({ code, data }) => {
      if (isCurrent) setAnswer(code === 200 ? (data as O) : undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [id, key, lang])
  return answer
}
