import type { ReactNode } from 'react'
import type { RowData } from '@octet/core/probe/measurement-figures.ts'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'

/** Headings of the columns that each type has beside point and state. */
export const COLUMNS: Readonly<Record<RowData['type'], readonly Text[]>> = {
  ping: [words.loss, words.times],
  traceroute: [words.hopCount, words.times],
  mtr: [words.hopCount, words.times],
  dns: [words.answer, words.time],
  http: [words.status, words.time],
  tls: [words.grade, words.certificate],
}

const ms = (value: number | null): string => (value === null ? '–' : value >= 100 ? String(Math.round(value)) : String(value))
const range = (values: readonly (number | null)[]): string => `${values.map(ms).join(' · ')} ms`

/** The two cells of a row, as short as they can be read at a glance. */
export function RowCells({ found }: { found: RowData }) {
  const t = useText()
  const [first, second] = toCells(found, t)
  return (
    <>
      <span className="row-first">{first}</span>
      <span className="row-second">{second}</span>
    </>
  )
}

function toCells(found: RowData, t: ReturnType<typeof useText>): [ReactNode, ReactNode] {
  switch (found.type) {
    case 'ping': {
      const { lossPercent, minMs, avgMs, maxMs } = found.data
      return [lossPercent === null ? '–' : `${Math.round(lossPercent)}%`, range([minMs, avgMs, maxMs])]
    }
    case 'traceroute':
    case 'mtr': {
      const { hops, isReached, isComplete } = found.data
      const last = hops.at(-1)
      const state = isReached ? t(words.reached) : isComplete ? t(words.notReached) : '…'
      return [`${hops.length} · ${state}`, isReached && last ? range([last.bestMs, last.avgMs, last.worstMs]) : '–']
    }
    case 'dns': {
      const { rcode, answers, ms } = found.data
      const values = answers.map(({ data }) => data)
      return [
        <span className="mono" key="answer">
          {rcode === 'NOERROR' ? values.slice(0, 3).join(', ') || '–' : rcode}
        </span>,
        `${ms} ms`,
      ]
    }
    case 'http': {
      const { status, hops, totalMs } = found.data
      return [
        `${hops.map(({ status }) => status).join(' → ') || status}`,
        `${ms(hops.at(-1)?.timing.firstByteMs ?? null)} ms (${t(words.firstByte)}) · ${ms(totalMs)} ms`,
      ]
    }
    case 'tls': {
      const { grade, protocol, certificates } = found.data
      const days = certificates[0]?.daysLeft
      return [`${grade} · ${protocol}`, days === undefined ? '–' : t(words.daysLeft, { days })]
    }
  }
}
