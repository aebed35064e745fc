import { useCallback, useEffect, useRef, useState } from 'react'
import type { HashOutput } from '@octet/tools/crypto/hash/hash-all.ts'
import type { Lang } from '@octet/core/text.ts'
import { runHere } from '../../worker/run-here.ts'

/** How a file stands. */
export type FileJob = {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Part that has been read, 0–1. */
  readonly progress: number
  readonly elapsedMs: number
  readonly output: HashOutput | undefined
  readonly problem: string
}

export type FileQueue = {
  readonly jobs: readonly FileJob[]
  readonly add: (files: Iterable<File>) => void
  readonly cancel: (id: number) => void
  readonly again: (id: number) => void
  readonly remove: (id: number) => void
  readonly clear: () => void
}

const FRESH = { state: 'waiting', progress: 0, elapsedMs: 0, output: undefined, problem: '' } as const

/** Hashes files one after the other in a worker of their own; other options begin anew. */
export function useFileQueue(options: Readonly<Record<string, unknown>>, lang: Lang): FileQueue {
  const [jobs, setJobs] = useState<readonly FileJob[]>([])
  const running = useRef<{ id: number; controller: AbortController }>(undefined)
  const nextId = useRef(1)
  const wanted = JSON.stringify(options)
  const latest = useRef(wanted)
  latest.current = wanted

  const change = useCallback(
    (id: number, part: Partial<FileJob>) => setJobs((last) => last.map((job) => (job.id === id ? { ...job, ...part } : job))),
    [],
  )
  const stop = useCallback((id?: number) => {
    if (!running.current || (id !== undefined && running.current.id !== id)) return
    running.current.controller.abort(new DOMException('', 'AbortError'))
    running.current = undefined
  }, [])

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) {
      stop()
      setJobs((last) => last.map((job) => ({ ...job, ...FRESH })))
    }
    isFirst.current = false
  }, [wanted, stop])
  useEffect(() => () => stop(), [stop])

  const next = jobs.find(({ state }) => state === 'waiting')
  const isBusy = jobs.some(({ state }) => state === 'running')
  useEffect(() => {
    if (!next || isBusy) return
    const { id, file } = next
    const controller = new AbortController()
    running.current = { id, controller }
    const startedAt = performance.now()
    change(id, { state: 'running' })
    const onValue = (value: unknown) => {
      if (running.current?.controller !== controller) return
      change(id, { progress: (value as HashOutput).progress ?? 0, elapsedMs: performance.now() - startedAt })
    }
    const input = { ...JSON.parse(latest.current), text: '', file }
    void runHere('hash', input, { lang, signal: controller.signal, onValue, role: 'files' }).then((answer) => {
      if (controller.signal.aborted) return
      running.current = undefined
      const elapsedMs = performance.now() - startedAt
      if (answer.code === 200) change(id, { state: 'done', progress: 1, elapsedMs, output: answer.data as HashOutput })
      else change(id, { state: 'failed', elapsedMs, problem: answer.msg })
    })
  }, [next, isBusy, change, lang])

  const add = useCallback((files: Iterable<File>) => {
    // At once: React may ask for the next state after the chooser has been emptied, and its list with it.
    const added = Array.from(files, (file) => ({ id: nextId.current++, file, ...FRESH }))
    setJobs((last) => [...last, ...added])
  }, [])
  const cancel = useCallback(
    (id: number) => {
      stop(id)
      change(id, { state: 'cancelled' })
    },
    [change, stop],
  )
  const again = useCallback((id: number) => change(id, FRESH), [change])
  const remove = useCallback(
    (id: number) => {
      stop(id)
      setJobs((last) => last.filter((job) => job.id !== id))
    },
    [stop],
  )
  const clear = useCallback(() => {
    stop()
    setJobs([])
  }, [stop])
  return { jobs, add, cancel, again, remove, clear }
}
