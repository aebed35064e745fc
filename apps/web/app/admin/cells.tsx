import type { ReactNode } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { Breakable } from '../ui/breakable.tsx'
import { useTime } from './use-time.ts'

/** A moment, on one line. */
export function TimeCell({ at }: { at: string | null }) {
  const toTime = useTime()
  return <td className="kept-cell">{toTime(at)}</td>
}

/** Who or what a row is about: a long address breaks, before the host where that is enough, rather than lie over the next column. */
export const NameCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <td className="name-cell">
    <Breakable words={name} at={/(?=@)/} />
    {children}
  </td>
)

/** What became of it: good, bad, or neither yet. */
export function StateCell({ words, kind = '' }: { words: Text; kind?: 'ok' | 'bad' | '' }) {
  const t = useText()
  return (
    <td className="kept-cell">
      <span className={`dot ${kind}`} aria-hidden="true" /> {t(words)}
    </td>
  )
}
