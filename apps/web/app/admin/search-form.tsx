import { useState } from 'react'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'

/** One line to search a list by. */
export function SearchForm({ label, onSearch }: { label: string; onSearch: (words: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  return (
    <form
      method="dialog"
      className="admin-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed)
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" icon="Search">
        {t(adminText.find)}
      </Button>
    </form>
  )
}
