import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { Text } from '@octet/core/text.ts'
import { toAdvice, useLoaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { focusPage } from '../ui/focus-page.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** What draws one row: a `tr` with a cell for every heading. */
export type RowProps<Row> = { readonly row: Row; readonly reload: () => void }

export type AdminListProps<Row> = {
  readonly label: Text
  /** Path below `/v1/`. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly headings: readonly Text[]
  /** What would be here, and how it comes. */
  readonly empty: Text
  readonly Row: ComponentType<RowProps<Row>>
}

/** As the server cuts them. */
const PAGE_SIZE = 50

/** Each cell knows its heading, for narrow screens, where a row is a card (`admin.css`). */
function nameCells(body: HTMLTableSectionElement, names: readonly string[]): void {
  for (const row of body.rows) for (const [index, cell] of [...row.cells].entries()) cell.dataset['name'] = names[index] ?? ''
}

/** A list of the back office, page by page. */
export function AdminList<Row extends { readonly id: string | number }>({
  label,
  path,
  query = {},
  headings,
  empty,
  Row,
}: AdminListProps<Row>) {
  const t = useText()
  const [page, setPage] = useState(0)
  const loaded = useLoaded<readonly Row[]>(path, { ...query, page })
  const { data } = loaded
  const isChanged = useRef(false)
  // A row that was changed may have left the list, and the focus with it.
  useEffect(() => {
    if (isChanged.current && document.activeElement === document.body) focusPage()
    isChanged.current = false
  }, [data])
  const reload = () => {
    isChanged.current = true
    void loaded.reload()
  }
  if (!data) return <Waiting loaded={loaded} />
  const isFirst = page === 0
  const isLast = data.length < PAGE_SIZE
  return (
    <>
      {loaded.failure && (
        <p className="field-error" role="alert">
          {toAdvice(loaded.failure)}
        </p>
      )}
      {data.length === 0 ? (
        <p className="account-empty">{t(page > 0 ? adminText.noMore : empty)}</p>
      ) : (
        <ScrollArea className="table-scroll row-cards" label={t(label)}>
          <table className="plain-table admin-table">
            <thead>
              <tr>
                {headings.map((heading) => (
                  <th key={heading.en} scope="col">
                    {t(heading)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody
              ref={(body) => {
                if (body)
                  nameCells(
                    body,
                    headings.map((heading) => t(heading)),
                  )
              }}
            >
              {data.map((row) => (
                <Row key={row.id} row={row} reload={reload} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      {!(isFirst && isLast) && (
        <nav className="account-buttons" aria-label={t(adminText.pages)}>
          <Button aria-disabled={isFirst} onClick={() => isFirst || setPage(page - 1)}>
            {t(adminText.newer)}
          </Button>
          <Button aria-disabled={isLast} onClick={() => isLast || setPage(page + 1)}>
            {t(adminText.older)}
          </Button>
        </nav>
      )}
    </>
  )
}
