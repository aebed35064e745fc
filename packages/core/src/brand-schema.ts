import { PRODUCT_NAME } from './product-name.ts'
import * as z from 'zod'

/** A name on one line: no control signs, line ends, halves of signs, or marks that turn the direction of what follows. */
const NAME = /^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{1,40}(?<!\s)$/u
const VISIBLE = /[^\p{Cf}\p{M}\s]/u

/** What the operator calls the product, wherever somebody meets its name. */
export const brandSchema = z.strictObject({
  name: z
    .string()
    .refine((name) => NAME.test(name) && VISIBLE.test(name), {
      error: 'expected a name of 1–40 characters on one line, without blanks at its ends',
    })
    .default(PRODUCT_NAME),
})
