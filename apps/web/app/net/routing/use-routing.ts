import { useEffect, useRef, useState } from 'react'
import type { Envelope } from '@octet/core/envelope.ts'
import type { RoutingReport } from '@octet/core/probe/routing.ts'
import { useLang } from '../../lang.tsx'
import { runTool } from '../../worker/run-tool.ts'

/** Asks BGP and the registries for one AS, when told to. */
export function useRouting(asn: string) {
  const lang = useLang()
  const [answer, setAnswer] = useState<Envelope<RoutingReport>>()
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    const { signal } = controller
    const given = await runTool('there', 'routing', { target: `AS${asn}` }, { lang, signal, onValue: () => {} })
    if (running.current !== controller) return
    setRunning(false)
    setAnswer(given as Envelope<RoutingReport>)
  }
  useEffect(() => () => running.current?.abort(), [])
  return { answer, isRunning, start: () => void start() }
}
