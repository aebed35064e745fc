import type { FormEvent, ReactNode } from 'react'
import type { Field } from '../tool/schema.ts'
import { toVisibleFields } from '../tool/form.ts'
import type { ToolState } from '../tool/view.ts'
import { dropFile, OneField, toFormMethod } from '../tool/workbench.tsx'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import './dev.css'

type ToolFormProps = { readonly tool: ToolState; readonly className?: string; readonly children: ReactNode }

/** The form around a designed tool: Enter runs it, a file dropped anywhere goes to its main field. */
export function ToolForm({ tool, className = '', children }: ToolFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    tool.run()
  }
  return (
    <form
      className={`workbench dev ${className}`}
      method={toFormMethod(tool.card)}
      onSubmit={onSubmit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropFile(event, tool)}
    >
      {children}
    </form>
  )
}

/** A field by its name. */
export const findField = ({ fields }: ToolState, name: string): Field | undefined => fields.find((field) => field.name === name)

/** The fields of these names that the input calls for, in this order. */
export function Fields({ tool, names }: { readonly tool: ToolState; readonly names: readonly string[] }) {
  const visible = toVisibleFields(tool.fields, tool.input as Readonly<Record<string, unknown>>)
  return names.map((name) => {
    const field = visible.find((field) => field.name === name)
    return field && <OneField key={name} {...tool} field={field} />
  })
}

/** The rest of the fields, behind a fold. */
export function MoreFields({ tool, names }: { readonly tool: ToolState; readonly names: readonly string[] }) {
  const t = useText()
  const visible = toVisibleFields(tool.fields, tool.input as Readonly<Record<string, unknown>>)
  if (!visible.some(({ name }) => names.includes(name))) return null
  return (
    <details className="more">
      <summary>{t(toolText.moreOptions)}</summary>
      <div className="more-fields">
        <Fields tool={tool} names={names} />
      </div>
    </details>
  )
}
