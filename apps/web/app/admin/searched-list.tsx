import { useState } from 'react'
import { fillText, type Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { AdminList, type AdminListProps } from './admin-list.tsx'
import { SearchForm } from './search-form.tsx'

type SearchedListProps<Row> = AdminListProps<Row> & {
  /** What it can be searched by. */
  readonly by: Text
}

/** A list of the back office with a line to search it by. */
export function SearchedList<Row extends { readonly id: string | number }>({ by, empty, ...list }: SearchedListProps<Row>) {
  const t = useText()
  const [q, setQ] = useState('')
  return (
    <>
      <SearchForm label={t(by)} onSearch={setQ} />
      <AdminList<Row> key={q} {...list} query={{ q }} empty={q === '' ? empty : toUnmatched(q)} />
    </>
  )
}

const toUnmatched = (q: string): Text => ({
  en: fillText(adminText.unmatched.en, { q }),
  zh: fillText(adminText.unmatched.zh, { q }),
})
