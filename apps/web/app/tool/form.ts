import { isPaneControl, type Field, type Schema } from './schema.ts'

/** Values of a tool's inputs by name, as the tool takes them. */
export type Input = Readonly<Record<string, unknown>>

/** The input a page starts with. */
export function toStartInput(fields: readonly Field[]): Input {
  return Object.fromEntries(
    fields.filter(({ defaultValue }) => defaultValue !== undefined).map(({ name, defaultValue }) => [name, defaultValue]),
  )
}

/** Fields that are drawn for this input: a field may ask that others have certain values. */
export function toVisibleFields(fields: readonly Field[], input: Input): Field[] {
  return fields.filter(({ control, when }) => control !== 'hidden' && meets(when, input))
}

export function meets(when: Field['when'], input: Input): boolean {
  return Object.entries(when).every(([name, values]) => values.includes(input[name] as string | number | boolean))
}

const mayBeEmpty = ({ emptyWhen }: Field, input: Input): boolean => emptyWhen !== undefined && meets(emptyWhen, input)

/** What is sent to the tool: no hidden fields and no empty ones that may be left out. */
export function toRunInput(fields: readonly Field[], input: Input): Input {
  const sent = fields.filter(
    (field) => meets(field.when, input) && !(isEmpty(input[field.name]) && !field.isRequired && field.defaultValue === undefined),
  )
  return Object.fromEntries(sent.filter(({ name }) => input[name] !== undefined).map(({ name }) => [name, input[name]]))
}

/** Whether everything the tool cannot do without is there. Blanks alone are no text of a grammar. */
export function isReady(fields: readonly Field[], input: Input): boolean {
  const visible = toVisibleFields(fields, input)
  const wanted = visible.filter(({ isWanted }) => isWanted)
  const isFilled = ({ name, control }: Field) => {
    const value = input[name]
    return !isEmpty(control === 'code' && typeof value === 'string' ? value.trim() : value)
  }
  return (
    visible.every((field) => !field.isRequired || mayBeEmpty(field, input) || isFilled(field)) &&
    (wanted.length === 0 || wanted.some(isFilled))
  )
}

/** Whether the visitor has written something of their own into a field. */
export function isChanged(fields: readonly Field[], input: Input, name: unknown): boolean {
  const field = fields.find((one) => one.name === name)
  return field !== undefined && !isEmpty(input[field.name]) && input[field.name] !== field.defaultValue
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * What fits the fields of an input that was kept or came by a link: another version may have written it, or anybody by hand,
 * and a view may break on a number in place of a text.
 */
export function toFittingInput(fields: readonly Field[], given: Input): Input {
  const fitting = fields.filter(
    ({ name, control, schema }) => given[name] !== undefined && (control === 'json' || fits(given[name], schema)),
  )
  return Object.fromEntries(fitting.map(({ name }) => [name, given[name]]))
}

function fits(value: unknown, { type, items }: Schema): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((item) => items === undefined || fits(item, items))
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return typeof value === 'number'
  return typeof type !== 'string' || typeof value === type
}

type SentFile = { readonly $file: string; readonly type: string; readonly name: string }

/** An example's input as the tool takes it: files come as base64 and become files again. */
export function toExampleInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toExampleInput)
  if (typeof value !== 'object' || value === null) return value
  if ('$file' in value) {
    const { $file, type, name } = value as SentFile
    return new File([Uint8Array.from(atob($file), (sign) => sign.codePointAt(0) ?? 0)], name || 'example', { type })
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toExampleInput(inner)]))
}

/** Whether nothing has been typed or chosen that a tool works on. */
export const isUntouched = (fields: readonly Field[], input: Input): boolean =>
  fields.every(
    (field) => !(field.isMain || isPaneControl(field.control)) || (isEmpty(input[field.name]) && !mayBeEmpty(field, input)),
  )
