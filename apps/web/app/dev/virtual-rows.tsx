import { useEffect, useRef, useState, type ReactNode } from 'react'
import { readTextScale } from '../ui/text-size.ts'

/** Browsers stop drawing below some 16 million pixels; a longer list is scrolled in proportion. */
const MAX_HEIGHT_PX = 8_000_000
const OVERSCAN = 8

type VirtualRowsProps = {
  readonly count: number
  /** Height of a row where text is of the usual size. */
  readonly plainRowPx: number
  readonly label: string
  readonly role?: 'tree' | 'region'
  /** A row to be brought into view; a new object asks again. */
  readonly target?: { readonly row: number } | undefined
  readonly onRange?: (from: number, to: number) => void
  readonly onKeyDown?: (event: React.KeyboardEvent) => void
  readonly activeId?: string | undefined
  readonly children: (row: number) => ReactNode
}

/** Millions of rows of one height, of which those in view are drawn. */
export function VirtualRows({
  count,
  plainRowPx,
  label,
  role = 'region',
  target,
  onRange,
  onKeyDown,
  activeId,
  children,
}: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 480 })
  const rowPx = plainRowPx * readTextScale()
  const wholePx = count * rowPx
  const heightPx = Math.min(wholePx, MAX_HEIGHT_PX)
  const ratio = heightPx > view.height ? (wholePx - view.height) / (heightPx - view.height) : 1
  const first = Math.max(0, Math.min(count - 1, Math.floor((view.top * ratio) / rowPx)))
  const from = Math.max(0, first - OVERSCAN)
  const to = Math.min(count, first + Math.ceil(view.height / rowPx) + OVERSCAN)

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [])
  useEffect(() => onRange?.(from, to), [from, to, onRange])
  useEffect(() => {
    const element = scroller.current
    if (!target || !element) return
    const wantedPx = Math.max(0, target.row * rowPx - element.clientHeight / 3) / ratio
    const isShown = target.row >= first && target.row < first + Math.floor(element.clientHeight / rowPx) - 1
    if (!isShown) element.scrollTop = wantedPx
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new target scrolls
  }, [target])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a region that scrolls can be reached by the keyboard
    <div
      ref={scroller}
      className="virtual-rows"
      role={role}
      aria-label={label}
      aria-activedescendant={activeId}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="virtual-space" role="presentation" style={{ height: heightPx }}>
        <div
          className="virtual-window"
          role="presentation"
          style={{ transform: `translateY(${view.top - (first - from) * rowPx - ((view.top * ratio) % rowPx)}px)` }}
        >
          {Array.from({ length: Math.max(0, to - from) }, (_, index) => children(from + index))}
        </div>
      </div>
    </div>
  )
}
