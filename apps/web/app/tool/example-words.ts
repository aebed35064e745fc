import type { Text } from '@octet/core/text.ts'
import type { Input } from './form.ts'
import type { Field } from './schema.ts'

const MAX_CHARS = 60

/** What an example does: the value of its main field, or, where it has none, the options it sets in the words of their fields. */
export function toExampleWords(fields: readonly Field[], input: Input, t: (text: Text) => string) {
  const value = toLine(input[fields.find(({ isMain }) => isMain)?.name ?? ''])
  const set = fields.filter(({ name, isSecret, isMain }) => !isSecret && !isMain && name in input && input[name] !== false)
  return { value, options: set.map((field) => toOptionWords(field, input[field.name], t)).join(' · ') }
}

function toOptionWords({ label, options, unit }: Field, value: unknown, t: (text: Text) => string): string {
  if (value === true) return t(label)
  const option = options.find((one) => one.value === value)
  return [t(label), option ? t(option.label) : toLine(value), unit && t(unit)].filter(Boolean).join(' ')
}

function toLine(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line
}
