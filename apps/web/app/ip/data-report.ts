import { startTransition, useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { CALL_TIMEOUT_MS, readEnvelope } from '../api/call.ts'

export type SourceReport = {
  readonly id: string
  readonly title: Text
  readonly date: string | null
  readonly rows: number
  readonly licence: string
  readonly attribution: Text
  readonly url: string
}

export type AccuracyGroup = {
  readonly id: string
  readonly rows: number
  readonly country: number | null
  readonly city_within_50_km: number | null
}

/** Answer of `GET /v1/data`: what the address data is made of. */
export type DataReport = {
  readonly build: string | null
  readonly date: string | null
  readonly rows: { readonly v4: number; readonly v6: number } | null
  readonly sources: readonly SourceReport[]
  readonly accuracy: { readonly build: string; readonly date: string; readonly groups: readonly AccuracyGroup[] } | null
}

let asked: Promise<DataReport | undefined> | undefined

/** Asks once per page load; undefined when the server does not answer. */
function askReport(): Promise<DataReport | undefined> {
  asked ??= fetch('/v1/data', { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    .then(readEnvelope<DataReport>)
    .then(({ code, data }) => (code === 200 ? data : undefined))
    .catch(() => undefined)
    .then((found) => {
      if (!found) asked = undefined // the next page that asks tries again
      return found
    })
  return asked
}

/** The data report: undefined until it is there, null when it cannot be had. */
export function useDataReport(): DataReport | null | undefined {
  const [report, setReport] = useState<DataReport | null>()
  // A page with an address asks in two dozen places, which need not all be drawn at once.
  useEffect(() => void askReport().then((found) => startTransition(() => setReport(found ?? null))), [])
  return report
}

/** Title of a source by its id; the id itself while the report is not there. */
export function toSourceTitle(report: DataReport | null | undefined, id: string, lang: 'en' | 'zh'): string {
  return report?.sources.find((source) => source.id === id)?.title[lang] ?? id
}
