import { useRef, useState, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { longRowsText as words } from '../text/long-rows.ts'
import { Button } from './button.tsx'

type FirstRows<Row> = {
  readonly shown: readonly Row[]
  /** How many are shown, with the button; nothing for a short list. */
  readonly more: ReactNode
}

/** The first rows of a long list, and a button that brings as many again. */
export function useFirstRows<Row>(rows: readonly Row[], step: number): FirstRows<Row> {
  const t = useText()
  const [limit, setLimit] = useState(step)
  const place = useRef<HTMLParagraphElement>(null)
  const left = rows.length - limit
  const show = () => {
    setLimit(limit + step)
    if (left <= step) place.current?.focus() // the button goes
  }
  const more = rows.length > step && (
    <p ref={place} className="first-rows" tabIndex={-1}>
      {left > 0 && (
        <>
          {t(words.shown, { shown: limit.toLocaleString('en'), total: rows.length.toLocaleString('en') })}{' '}
          <Button onClick={show}>{t(words.more)}</Button>
        </>
      )}
    </p>
  )
  return { shown: rows.slice(0, limit), more }
}
