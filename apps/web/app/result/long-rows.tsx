import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../lang.tsx'
import { longRowsText } from '../text/long-rows.ts'
import { readTextScale } from '../ui/text-size.ts'

/** A row: its line of text, where that is of the usual size, and the room around it. */
const LINE_PX = 23
const AROUND_PX = 13
/** Some fifty sheets; who wants more wants a file. */
const MAX_PRINTED_ROWS = 2000

/** Rows that are drawn, how high those before and behind them are, and how many are left out on paper. */
type ShownRows = {
  readonly indexes: readonly number[]
  readonly beforePx: number
  readonly behindPx: number
  readonly leftOut: number
}

/** The rows of a long table that are in view; on paper, where nothing scrolls, all. Asked by whoever draws the `tbody`. */
export function useShownRows(count: number, findScroll: () => HTMLElement | null): ShownRows {
  const isPrinting = usePrinting()
  const rowPx = AROUND_PX + LINE_PX * readTextScale()
  const virtual = useVirtualizer({ count, estimateSize: () => rowPx, getScrollElement: findScroll, overscan: 12 })
  if (isPrinting) {
    const indexes = Array.from({ length: Math.min(count, MAX_PRINTED_ROWS) }, (_, index) => index)
    return { indexes, beforePx: 0, behindPx: 0, leftOut: count - indexes.length }
  }
  const shown = virtual.getVirtualItems()
  const behindPx = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return { indexes: shown.map(({ index }) => index), beforePx: shown[0]?.start ?? 0, behindPx, leftOut: 0 }
}

type InViewProps = {
  readonly shown: ShownRows
  /** Columns, which the rows that stand for others span. */
  readonly span: number
  readonly children: (index: number) => ReactNode
}

/** Rows that are drawn, with empty ones in place of the others. */
export function RowsInView({ shown: { indexes, beforePx, behindPx, leftOut }, span, children }: InViewProps) {
  const t = useText()
  return (
    <>
      <Gap heightPx={beforePx} span={span} />
      {indexes.map(children)}
      <Gap heightPx={behindPx} span={span} />
      {leftOut > 0 && (
        <tr>
          <td colSpan={span}>{t(longRowsText.notPrinted, { count: leftOut.toLocaleString('en') })}</td>
        </tr>
      )}
    </>
  )
}

const Gap = ({ heightPx, span }: { heightPx: number; span: number }) => (
  <tr aria-hidden="true">
    <td colSpan={span} className="gap" style={{ height: heightPx }} />
  </tr>
)

/** Whether the page is on its way to paper: drawn at once, since the browser does not wait (HTML §8.8.3). */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const asked = new AbortController()
    const { signal } = asked
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => asked.abort()
  }, [])
  return isPrinting
}
