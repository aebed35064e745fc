import { isEmpty, type Input } from './form.ts'
import type { Field } from './schema.ts'

/**
 * Options of a tool as words of the query. What the visitor works on stays out of it, unless the tool asks the server anyway
 * and the field is one line (`/ipdizhi?ip=…`); secrets are never in a link.
 */
export function toQueryWords(fields: readonly Field[], input: Input, isAsking: boolean): Record<string, string> {
  const shown = fields.filter(
    (field) => isLinkable(field, isAsking) && !isEmpty(input[field.name]) && input[field.name] !== field.defaultValue,
  )
  return Object.fromEntries(shown.map(({ name }) => [name, String(input[name])]))
}

function isLinkable({ control, isSecret, isMain }: Field, isAsking: boolean): boolean {
  if (isSecret) return false
  if (control === 'line') return isAsking || !isMain
  return control === 'select' || control === 'segments' || control === 'number' || control === 'toggle'
}

/** Reads the inputs that stand in a query; words that are no field, a secret or no value of the field are left out. */
export function readQueryInput(fields: readonly Field[], words: Readonly<Record<string, unknown>>): Input {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const word = words[field.name]
    const value = field.isSecret || word === undefined ? undefined : readWord(field, String(word))
    if (value !== undefined) input[field.name] = value
  }
  return input
}

function readWord({ control, options }: Field, word: string): unknown {
  switch (control) {
    case 'line':
    case 'text':
    case 'code':
      return word
    case 'lines':
      return word.split('\n')
    case 'toggle':
      return word === 'true' || word === '1' || word === 'on'
    case 'number':
      return word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : undefined
    case 'select':
    case 'segments':
      return options.find(({ value }) => String(value) === word)?.value
    default:
      return undefined
  }
}
