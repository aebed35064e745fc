import type { ReactNode } from 'react'
import { useText } from '../../lang.tsx'
import { asnText as words } from '../../text/net-asn.ts'
import { longRowsText } from '../../text/long-rows.ts'
import { Button } from '../../ui/button.tsx'
import type { Listed } from './use-asn.ts'

type Props<Item> = {
  readonly title: string
  readonly total: number
  readonly list: Listed<Item> | undefined
  readonly more: () => void
  readonly className: string
  /** How one item is shown, as a list item. */
  readonly children: (item: Item) => ReactNode
}

/** A long list of a network, the first page of it and more on demand. */
export function PartList<Item>({ title, total, list, more, className, children }: Props<Item>) {
  const t = useText()
  return (
    <div>
      <h3>
        {title} <small>{list ? t(longRowsText.shown, { shown: list.items.length, total }) : total}</small>
      </h3>
      {(total === 0 || !list) && (
        <p className="quiet" role="status">
          {t(total === 0 ? words.none : words.loading)}
        </p>
      )}
      <ul className={className}>{list?.items.map(children)}</ul>
      {list?.failure && <p role="alert">{list.failure}</p>}
      {list?.next && <Button onClick={more}>{t(longRowsText.more)}</Button>}
    </div>
  )
}
