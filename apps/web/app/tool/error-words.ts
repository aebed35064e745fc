import type { Text } from '@octet/core/text.ts'
import type { Field } from './schema.ts'

/** The message of a failed run, with the label that stands on the page in place of the field's name in the API. */
export function toErrorWords(
  { msg, field }: { readonly msg: string; readonly field: unknown },
  fields: readonly Pick<Field, 'name' | 'label'>[],
  t: (text: Text) => string,
): string {
  const named = fields.find(({ name }) => name === field)
  return named && /^[:：]/.test(msg.slice(named.name.length)) && msg.startsWith(named.name)
    ? t(named.label) + msg.slice(named.name.length)
    : msg
}
