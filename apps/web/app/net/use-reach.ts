import { useEffect, useRef, useState } from 'react'
import { SITES } from '@octet/tools/ip/network-test/sites.ts'
import { reachFromHere, type Reached, type ReachTarget } from './reach.ts'

export type Reach = Readonly<Record<string, Reached>>

/** What the browser reaches, site by site as the answers come. */
export function useReach(targets: readonly ReachTarget[] = SITES) {
  const [reach, setReach] = useState<Reach>({})
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setReach({})
    setRunning(true)
    await reachFromHere(
      targets,
      (id, reached) => controller.signal.aborted || setReach((last) => ({ ...last, [id]: reached })),
      controller.signal,
    )
    if (running.current === controller) setRunning(false)
  }
  useEffect(() => () => running.current?.abort(), [])
  return { reach, start, isRunning }
}

/** Whether a family works, by the hosts that have no other: undefined before any of them was asked. */
export function toFamilyState(reach: Reach, family: 4 | 6): boolean | undefined {
  const states = SITES.filter((site) => site.family === family).map(({ id }) => reach[id]?.state)
  if (states.includes('reached')) return true
  return states.every((state) => state === 'failed') ? false : undefined
}
