import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  readonly label: string
  readonly value: string
  readonly help?: string | undefined
  /** Why the value was refused; empty while it was not. */
  readonly error?: string | undefined
  readonly onValue: (value: string) => void
  /** Beside the input: a button. */
  readonly children?: ReactNode
}

/** One line of text with its label, help, and what is wrong with it. */
export function TextField({ label, value, help, error = '', onValue, children, ...rest }: TextFieldProps) {
  const id = useId()
  const words = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const input = (
    <input
      id={id}
      value={value}
      aria-invalid={error !== ''}
      {...(words && { 'aria-describedby': words })}
      {...rest}
      onChange={(event) => onValue(event.target.value)}
    />
  )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? (
        <div className="secret">
          {input}
          {children}
        </div>
      ) : (
        input
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
