import { useEffect, useState } from 'react'
import { arrived } from '../../arrived.ts'
import { useText } from '../../lang.tsx'
import { jsonDiffText as words } from '../../text/dev-json-diff.ts'
import { DiffSides } from '../diff-sides.tsx'
import type { DiffRow } from '../diff-rows.ts'

type SidesProps = {
  readonly left: string
  readonly right: string
  readonly ignoresOrder: boolean
  /** Names of keys, divided by commas, as those by which items are found. */
  readonly ignoredKeys: string
  readonly itemKeys: string
}

/** Larger documents are left to the list of paths. */
const MAX_CHARS = 300_000

/** Both documents written alike, the same place beside itself. */
export function DocumentSides({ left, right, ignoresOrder, ignoredKeys, itemKeys }: SidesProps) {
  const t = useText()
  const [rows, setRows] = useState<readonly DiffRow[]>([])
  const isLarge = left.length + right.length > MAX_CHARS
  useEffect(() => {
    let isCurrent = true
    if (!isLarge)
      void arrived(import('./side-rows.ts')).then(({ toSideRows }) => {
        const options = { ignoresOrder, ignoredKeys: new Set(listKeys(ignoredKeys)), itemKeys: listKeys(itemKeys) }
        if (isCurrent) setRows(toRowsOr(() => toSideRows(left, right, options)) ?? [])
      })
    return () => {
      isCurrent = false
    }
  }, [left, right, ignoresOrder, ignoredKeys, itemKeys, isLarge])
  return (
    <>
      <p className="json-note quiet">{t(isLarge ? words.large : words.alike)}</p>
      <DiffSides rows={isLarge ? [] : rows} label={t(words.sides)} />
    </>
  )
}

const listKeys = (text: string): string[] =>
  text
    .split(/[,，]/)
    .map((key) => key.trim())
    .filter(Boolean)

/** A text that does not parse yet has its error above; the sides wait. */
function toRowsOr(make: () => DiffRow[]): DiffRow[] | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
