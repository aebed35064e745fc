import { useCallback, useRef, type RefCallback } from 'react'

/** As `ref` of buttons that stand in for each other: one that goes with the focus hands it to the next, if nothing else took it. */
export function useHandedFocus(): RefCallback<HTMLButtonElement> {
  const had = useRef(false)
  return useCallback((button: HTMLButtonElement) => {
    if (had.current && document.activeElement === document.body) button.focus({ preventScroll: true })
    return () => {
      had.current = document.activeElement === button
    }
  }, [])
}
