import type { Text } from '@octet/core/text.ts'
import type { Field } from './schema.ts'

/** The message of a failed run, with the label that stands on the page in place of the field's name in the API. */
export function toErrorWords(
  { msg, field }: { readonly msg: string; readonly field: unknown },
  fields: readonly Pick<Field, 'name' | 'label'>[],
  t: (text: Text) => string,
): string {
  const named = fields.find(({ name }) => name === field)
  const rest = named && msg.startsWith(named.name) ? msg.slice(named.name.length) : ''
  if (!named || !/^[:： ]/.test(rest)) return msg
  const label = t(named.label)
  return label + (/\p{Script=Han}$/u.test(label) ? rest.trimStart() : rest)
}
