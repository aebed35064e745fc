import { useEffect, useRef, type RefObject } from 'react'
import type { ToolState } from './view.ts'

/** So much of an answer that begins on the screen is enough to see that it has come. */
const LEAST_SEEN_PX = 80

/**
 * Scrolls to the answer of a run that was asked for where it comes below the screen: on a phone, options may lie between the
 * button and what it gives. Gives what is called when the form is sent.
 */
export function useAnswerInSight(page: RefObject<HTMLElement | null>, { result, error }: ToolState): () => void {
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isAwaited.current || (result === undefined && !error)) return
    isAwaited.current = false
    const answer = page.current?.querySelector(error ? '.status.failed' : '.output-pane, .result')
    if (!answer || answer.getBoundingClientRect().top < window.innerHeight - LEAST_SEEN_PX) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A mistake is read beside the field it stands in.
    answer.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: error ? 'nearest' : 'start' })
  }, [page, result, error])
  return () => {
    isAwaited.current = true
  }
}
