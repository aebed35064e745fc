import { useEffect, useRef, useState } from 'react'
import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'
import { useLang } from '../lang.tsx'
import { runTool } from '../worker/run-tool.ts'

type Rows = Readonly<Record<string, ResolverTest>>

/** What this server measures of resolvers, as the answers come. */
export function useResolverTest() {
  const lang = useLang()
  const [rows, setRows] = useState<Rows>({})
  const [error, setError] = useState<Envelope<Failure> | null>(null)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async (ids: readonly string[]) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    setError(null)
    const onValue = (value: unknown) => {
      const { resolvers } = value as { resolvers: readonly ResolverTest[] }
      if (running.current === controller)
        setRows((last) => ({ ...last, ...Object.fromEntries(resolvers.map((row) => [row.id, row])) }))
    }
    const answer = await runTool(
      'there',
      'resolver-test',
      { resolvers: ids.join(' ') },
      { lang, signal: controller.signal, onValue },
    )
    if (running.current !== controller) return
    setRunning(false)
    if (answer.code !== 200) setError(answer as Envelope<Failure>)
  }
  useEffect(() => () => running.current?.abort(), [])
  return { rows, error, isRunning, start }
}
