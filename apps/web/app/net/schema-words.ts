import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'

/** Words that a tool's output schema has for its fields and their values, so that views need not say them again. */
export function useSchemaWords(output: unknown) {
  const t = useText()
  const find = (path: string): Schema =>
    path.split('.').reduce<Schema>((schema, name) => {
      const own = unwrap(schema)
      return unwrap((own.items ? unwrap(own.items) : own).properties?.[name] ?? {})
    }, output as Schema)
  return {
    /** Heading of a field, by its path: `packets.ms`. */
    label: (path: string): string => t(find(path).label ?? toText(path)),
    /** Word for a value of an enum. */
    option: (path: string, value: string): string => t(find(path).options?.[value] ?? toText(value)),
  }
}

const toText = (word: string): Text => ({ en: word, zh: word })
