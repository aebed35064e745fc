import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'wait' | 'plain'

type ChipProps = { tone: Tone; title?: string | undefined; isLong?: boolean; children: ReactNode }

/** A state as a word with a dot; the colour only repeats the word. `isLong`: foreign words, which may take several lines. */
export const Chip = ({ tone, title, isLong = false, children }: ChipProps) => (
  <span className={`net-chip ${tone}${isLong ? ' long' : ''}`} {...(title ? { title } : {})}>
    {children}
  </span>
)
