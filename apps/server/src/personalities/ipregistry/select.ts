import { AppError } from '@octet/core/errors.ts'
import { selectFields } from '../../domain/select-fields.ts'

type Tree = Readonly<Record<string, unknown>>
const MAX_DEPTH = 8

/**
 * What `fields` keeps of an answer, as ipregistry has it: names with dots or brackets (`location.country[code,name]`), a
 * minus before what is left out, `**` for everything. Where something is left out and nothing named, the rest is kept.
 * Throws `unknown_field` for a name to keep that there is not.
 */
export function select(answer: Tree, fields: string | undefined): Tree {
  if (!fields) return answer
  const { kept, dropped } = parseFilter(fields)
  const isWhole = kept.length === 0 || kept.some((name) => /^\*+$/.test(name))
  return selectFields(answer, { ...(!isWhole && { fields: kept.join(',') }), exclude: dropped.join(',') })
}

/** Dotted names out of nested brackets. */
function parseFilter(text: string): { kept: string[]; dropped: string[] } {
  const found = { kept: [] as string[], dropped: [] as string[] }
  const prefixes = ['']
  let name = ''
  const end = () => {
    const path = `${prefixes.at(-1)}${name.trim()}`
    if (name.trim() !== '') found[/(^|\.)-/.test(path) ? 'dropped' : 'kept'].push(path.replaceAll(/(^|\.)-/g, '$1'))
    name = ''
  }
  for (const letter of text)
    if (letter === '[') {
      prefixes.push(`${prefixes.at(-1)}${name.trim()}.`)
      name = ''
      if (prefixes.length > MAX_DEPTH)
        throw new AppError('unknown_field', { got: text.slice(0, 80), expected: 'location.country[code,name]' })
    } else if (letter === ',') end()
    else if (letter === ']') {
      end()
      if (prefixes.length > 1) prefixes.pop()
    } else name += letter
  end()
  return found
}
