import { useId } from 'react'
import { useText } from '../../lang.tsx'
import { subnetText } from '../../text/dev-subnet.ts'

type PrefixSliderProps = {
  readonly prefix: number
  readonly bits: 32 | 128
  readonly min?: number
  readonly label?: string
  readonly onChange: (prefix: number) => void
}

/** A prefix length to be drawn to and fro. */
export function PrefixSlider({ prefix, bits, min = 0, label, onChange }: PrefixSliderProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="prefix-slider">
      <label htmlFor={id}>{label ?? t(subnetText.prefix)}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={bits}
        value={prefix}
        aria-valuetext={`/${prefix}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>/{prefix}</output>
    </div>
  )
}
