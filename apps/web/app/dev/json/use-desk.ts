import { wrap, type Remote } from 'comlink'
import { useEffect, useMemo, useRef } from 'react'
import { toOwnScript } from '../../worker/own-script.ts'
import type { Desk } from './desk.ts'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './desk-worker.ts?worker&url'

export type DeskHandle = {
  /** The worker, started when it is first wanted. */
  get(): Remote<Desk>
  /** Ends it: only so can a long run be stopped. */
  stop(): void
}

/** A worker of this page's own that holds a JSON document. */
export function useDesk(): DeskHandle {
  const running = useRef<{ worker: Worker; remote: Remote<Desk> }>(undefined)
  const handle = useMemo(
    (): DeskHandle => ({
      get() {
        if (!running.current) {
          const worker = new Worker(toOwnScript(workerUrl), { type: 'module', name: 'json' })
          running.current = { worker, remote: wrap<Desk>(worker) }
        }
        return running.current.remote
      },
      stop() {
        running.current?.worker.terminate()
        running.current = undefined
      },
    }),
    [],
  )
  useEffect(() => handle.stop, [handle])
  return handle
}
