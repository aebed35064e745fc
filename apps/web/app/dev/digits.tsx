import { useText } from '../lang.tsx'
import { Value } from '../result/value.tsx'
import { unitsText } from '../text/dev-units.ts'
import { groupDecimal } from './group-decimal.ts'
import './answer.css'

/** A number with its whole part in groups of three and a mark where it is rounded; what is copied has neither. */
export function Digits({ value, isExact }: { value: string; isExact: boolean }) {
  const t = useText()
  const shown = groupDecimal(value)
  return (
    <>
      {!isExact && (
        <span className="about">
          <span aria-hidden="true">≈ </span>
          <span className="hidden">{t(unitsText.about)} </span>
        </span>
      )}
      <Value value={value} schema={{ options: { [value]: { en: shown, zh: shown } } }} />
    </>
  )
}
