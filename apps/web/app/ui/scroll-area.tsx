import type { ReactNode, Ref } from 'react'

type Properties = {
  /** What lies in it, for those who come to it by key or hear it. */
  readonly label: string
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** What may be wider than the page: scrolls by itself and by the keyboard. A group, as a page may hold several of one name. */
export function ScrollArea({ label, className = 'table-scroll', ref, children }: Properties) {
  return (
    <div className={className} ref={ref} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}
