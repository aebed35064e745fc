type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly values: readonly string[]
  readonly onChange: (value: string) => void
}

/** One of some short words, with its label above. */
export function Choice({ label, value, values, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={values.includes(value) ? value : values[0]} onChange={({ target }) => onChange(target.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {/^[a-z]/.test(one) ? one.toUpperCase() : one}
          </option>
        ))}
      </select>
    </label>
  )
}
