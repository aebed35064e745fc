import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

/** A field with its label above. */
export const Labelled = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <label {...(className ? { className } : {})}>
    <span>{label}</span>
    {children}
  </label>
)

type LineProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string
  readonly error: string | undefined
  readonly help?: string | undefined
}

/** One line of text with its label above and what is wrong with it below. */
export function Line({ label, error, help, className, ...rest }: LineProps) {
  const id = useId()
  const described = [error && id, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={`measure-line ${className ?? ''}`}>
      <Labelled label={label}>
        <input
          type="text"
          spellCheck={false}
          aria-invalid={error !== undefined}
          {...(described && { 'aria-describedby': described })}
          {...rest}
        />
      </Labelled>
      {help && (
        <p className="quiet" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Something that is on or off. */
export const Tick = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="monitor-tick">
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)
