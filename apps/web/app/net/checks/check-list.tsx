import './check-list.css'
import type { ReactNode } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../../lang.tsx'
import { lookupsText as words } from '../../text/net-lookups.ts'
import { Chip } from '../chip.tsx'

export type Check = { readonly id: string; readonly verdict: 'good' | 'notice' | 'bad'; readonly text: Text }

const TONES = { good: 'ok', notice: 'warn', bad: 'bad' } as const
const ORDER = ['bad', 'notice', 'good']

type CheckListProps = {
  readonly checks: readonly Check[]
  /** What stands behind the words of some of them, by their ids. */
  readonly more?: Readonly<Record<string, ReactNode>>
}

/** Verdicts with their reasons, the bad ones first. */
export function CheckList({ checks, more }: CheckListProps) {
  const t = useText()
  return (
    <ul className="check-list">
      {checks
        .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
        .map(({ id, verdict, text }) => (
          <li key={id}>
            <Chip tone={TONES[verdict]}>{t(words[verdict])}</Chip>{' '}
            <span>
              {t(text)} {more?.[id]}
            </span>
          </li>
        ))}
    </ul>
  )
}
