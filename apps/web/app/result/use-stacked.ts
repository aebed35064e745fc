import { useLayoutEffect, useRef, useState } from 'react'

/** Longer tables scroll sideways: stacked, they would be many screens high. */
const MAX_ROWS = 20
const NARROW_PX = 480
/** So few are read value by value on any screen. */
const FEW_ROWS = 3
/** So many columns hardly ever have room in the half of a page. */
const MANY_COLUMNS = 6

/**
 * For the box around a table that may be too wide for it: marks it when it is, and the rows are some on a narrow screen or few
 * on any. Values then lie below each other, named by the `data-name` of their cells (`result.css`).
 */
export function useStacked(rows: readonly unknown[], columns = 0) {
  const ref = useRef<HTMLDivElement>(null)
  const [isStacked, setStacked] = useState(false)
  useLayoutEffect(() => {
    const judge = () => {
      const box = ref.current
      box?.removeAttribute('data-stacked')
      const isTooWide = box !== null && rows.length <= MAX_ROWS && box.scrollWidth > box.clientWidth
      setStacked(isTooWide && box.toggleAttribute('data-stacked', rows.length <= FEW_ROWS || box.clientWidth < NARROW_PX))
    }
    judge()
    addEventListener('resize', judge)
    return () => removeEventListener('resize', judge)
  }, [rows])
  /** As the server draws it, which measures nothing: where that is wrong the table moves once. */
  const isStackedFirst = rows.length <= FEW_ROWS && columns >= MANY_COLUMNS
  return { ref, isStacked, isStackedFirst }
}
