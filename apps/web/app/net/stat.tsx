import type { ReactNode } from 'react'
import { toAfter } from '../tool/unit-words.ts'

/** A figure set large with its name above and what it means below. */
export const Stat = ({
  label,
  value,
  unit,
  note,
  tone,
}: {
  label: string
  value: ReactNode
  unit?: string
  note?: ReactNode
  tone?: 'ok' | 'warn' | 'bad' | undefined
}) => (
  <div className={`net-stat ${tone ?? ''}`}>
    <dt>{label}</dt>
    <dd>
      <strong>{value ?? '–'}</strong>
      {unit && value !== undefined && value !== null && <span className="unit">{toAfter(unit)}</span>}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
