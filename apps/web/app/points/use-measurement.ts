import { useEffect, useState } from 'react'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { readEnvelope, toHeaders } from '../api/call.ts'
import { readEvents } from '../worker/read-events.ts'

export type OpenMeasurement = {
  readonly measurement: Measurement | undefined
  /** `missing`: there is none with this id; `retrying`, `lost`: the stream broke before the end. */
  readonly problem: 'missing' | 'retrying' | 'lost' | undefined
}

/** A stream that broke is opened again after these waits: phones sleep and change their network. */
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000]

type RowChange = { readonly index: number; readonly result: MeasurementRow['result'] }

/** A measurement, live: the whole at first, then every change until its end. */
export function useMeasurement(id: string): OpenMeasurement {
  const [state, setState] = useState<OpenMeasurement>({ measurement: undefined, problem: undefined })
  useEffect(() => {
    const abort = new AbortController()
    setState({ measurement: undefined, problem: undefined })
    void followOn(id, abort.signal, setState)
    return () => abort.abort()
  }, [id])
  return state
}

type SetState = (next: OpenMeasurement | ((last: OpenMeasurement) => OpenMeasurement)) => void

/** Follows to the end, past breaks: each time the whole comes first. */
async function followOn(id: string, signal: AbortSignal, setState: SetState): Promise<void> {
  for (const waitMs of [...WAITS_MS, undefined]) {
    const isOver = await follow(id, signal, setState).then(
      () => true,
      () => signal.aborted,
    )
    if (isOver) return
    setState((last) => ({ ...last, problem: waitMs === undefined ? 'lost' : 'retrying' }))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return
  }
}

async function follow(id: string, signal: AbortSignal, setState: SetState): Promise<void> {
  const answer = await fetch(`/v1/measurements/${id}`, { headers: { ...toHeaders(), accept: 'text/event-stream' }, signal })
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) {
    const { code } = await readEnvelope(answer)
    return setState({ measurement: undefined, problem: code === 404 ? 'missing' : 'lost' })
  }
  let isDone = false
  for await (const { event, data } of readEvents(answer.body)) {
    const value: unknown = JSON.parse(data)
    if (event === 'measurement') setState({ measurement: value as Measurement, problem: undefined })
    else if (event === 'rows') setState((last) => ({ ...last, measurement: withRows(last.measurement, value as RowChange[]) }))
    else if (event === 'done') {
      isDone = true
      setState((last) => ({ ...last, measurement: last.measurement && { ...last.measurement, status: 'finished' } }))
    }
  }
  if (!isDone) throw new Error('the stream ended before the measurement')
}

function withRows(measurement: Measurement | undefined, changes: readonly RowChange[]): Measurement | undefined {
  if (!measurement) return undefined
  const results = [...measurement.results]
  for (const { index, result } of changes) {
    const row = results[index]
    if (row) results[index] = { ...row, result }
  }
  return { ...measurement, results }
}
