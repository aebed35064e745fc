import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'wait' | 'plain'

/** A state as a word with a dot; the colour only repeats the word. */
export const Chip = ({ tone, title, children }: { tone: Tone; title?: string | undefined; children: ReactNode }) => (
  <span className={`net-chip ${tone}`} {...(title ? { title } : {})}>
    {children}
  </span>
)
