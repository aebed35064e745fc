import type { Input } from './form.ts'
import type { Field } from './schema.ts'

/**
 * Puts a text into a tool's input: into the field that the preset leaves empty (`''`), else into the main one. What the preset
 * says of fields that this tool has not is left out. A file goes into the first field for one.
 */
export function fillPreset(fields: readonly Field[], given: Input, content: string | File): Input {
  const preset = Object.fromEntries(Object.entries(given).filter(([name]) => fields.some((field) => field.name === name)))
  if (typeof content !== 'string') {
    const place = fields.find(({ control }) => control === 'file')
    return place ? { ...preset, [place.name]: content } : preset
  }
  const named = fields.find(({ name }) => preset[name] === '')
  const field = named ?? fields.find(({ isMain }) => isMain)
  return field ? { ...preset, [field.name]: toFieldValue(field, content) } : preset
}

function toFieldValue({ control }: Field, text: string): unknown {
  switch (control) {
    case 'lines':
      return text.split('\n')
    case 'file':
      return new Blob([text], { type: 'text/plain' })
    case 'line':
    case 'secret':
      return text.trim()
    case 'number':
      return Number(text)
    default:
      return text
  }
}
