import { Children, cloneElement, isValidElement, type HTMLAttributes, type ReactElement, type ReactNode, type Ref } from 'react'

type Properties = {
  /** What lies in it, for those who come to it by key or hear it. */
  readonly label: string
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
  /** How a table lies in it at first, see `useStacked`. */
  readonly 'data-stacked'?: '' | undefined
  readonly children: ReactNode
}

/**
 * What may be wider than the page: scrolls by itself and by the keyboard. A group, as a page may hold several of one name. A
 * table in it has the same name: lists of all tables of a page are read by it.
 */
export function ScrollArea({ label, className = 'table-scroll', children, ...rest }: Properties) {
  return (
    <div className={className} {...rest} tabIndex={0} role="group" aria-label={label}>
      {Children.map(children, (child) => (isTable(child) ? cloneElement(child, { 'aria-label': label }) : child))}
    </div>
  )
}

const isTable = (child: ReactNode): child is ReactElement<HTMLAttributes<HTMLElement>> =>
  isValidElement(child) && child.type === 'table'
