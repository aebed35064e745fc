import type { FieldMeta } from '@octet/core/tool.ts'
import * as z from 'zod'

/** Longer ones are not what a person has chosen. */
const MAX_CHARACTERS = 1000

/** A field for the passphrase of a key or a file, which is drawn as dots and kept out of links. */
export const passphraseField = (meta: FieldMeta) =>
  z
    .string()
    .max(MAX_CHARACTERS)
    .default('')
    .meta({ ...meta, widget: 'secret', secret: true })
