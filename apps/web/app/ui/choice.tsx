import { useId } from 'react'

type ChoiceProps<V> = {
  readonly label: string
  readonly options: readonly { readonly value: V; readonly words: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** A few values beside each other, one of which is chosen. */
export function Choice<V extends string | number>({ label, options, value, onChange }: ChoiceProps<V>) {
  const id = useId()
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <span className="segments">
        {options.map(({ value: own, words }) => (
          <label key={own}>
            <input type="radio" name={id} checked={own === value} onChange={() => onChange(own)} />
            <span>{words}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}
