import { useCallback, useRef, type RefCallback } from 'react'

/** As `ref` of buttons that stand in for each other: one that goes with the focus hands it to the next. */
export function useHandedFocus(): RefCallback<HTMLButtonElement> {
  const had = useRef(false)
  return useCallback((button: HTMLButtonElement) => {
    if (had.current) button.focus({ preventScroll: true })
    return () => {
      had.current = document.activeElement === button
    }
  }, [])
}
