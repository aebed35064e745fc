import { useMemo } from 'react'
import { useText } from '../../lang.tsx'
import { jsonDiffText as words } from '../../text/dev-json-diff.ts'
import { DiffSides } from '../diff-sides.tsx'
import { toDiffRows, type Part } from '../diff-rows.ts'
import { useSideRun } from '../use-side-run.ts'

/** Larger documents are left to the list of paths. */
const MAX_CHARS = 500_000

/** Both documents written alike, so that only what they say differs, line by line. */
export function DocumentSides({ left, right }: { left: string; right: string }) {
  const t = useText()
  const isSmall = left.length + right.length <= MAX_CHARS
  const before = useSideRun<{ text: string }>('json', isSmall ? toFormat(left) : undefined)?.text
  const after = useSideRun<{ text: string }>('json', isSmall ? toFormat(right) : undefined)?.text
  const isReady = before !== undefined && after !== undefined
  const diff = useSideRun<{ parts: readonly Part[] }>(
    'text-diff',
    isReady ? { left: before, right: after, by: 'line' } : undefined,
  )
  const rows = useMemo(() => (diff ? toDiffRows(diff.parts) : []), [diff])
  return (
    <>
      <p className="json-note quiet">{t(words.sorted)}</p>
      <DiffSides rows={rows} label={t(words.sides)} />
    </>
  )
}

const toFormat = (text: string) => ({ text, action: 'format', sortKeys: 'asc' })
