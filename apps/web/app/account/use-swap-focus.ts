import { useEffect, useRef, type RefObject } from 'react'

const FIRST = 'form input, .key-ask'

/**
 * As `ref` of the place where a form stands in for the button that opens it: a focus that is lost with the button goes
 * into the form, and back to the button when the form closes. With several such buttons each has its word as `data-opens`.
 */
export function useSwapFocus<T extends HTMLElement>(open: string | boolean | undefined): RefObject<T | null> {
  const place = useRef<T>(null)
  const last = useRef(open)
  useEffect(() => {
    const closed = last.current
    if (closed === open) return
    last.current = open
    if (document.activeElement !== document.body) return
    const opener = typeof closed === 'string' ? `[data-opens=${closed}]` : 'button'
    place.current?.querySelector<HTMLElement>(open ? FIRST : opener)?.focus()
  }, [open])
  return place
}
