import * as z from 'zod'

/** An address as it was typed; absent and empty are told alike. What it is worth is for `parseEmail` to say. */
export const emailField = z.string().max(500).meta({ missing: 'email_wrong' })

/** The new password once more; absent and empty differ from it alike. */
export const confirmField = z.string().max(2_000).meta({ missing: 'passwords_differ' })

/** The token of a link that was mailed or printed; absent and empty are asked for alike. */
export const linkField = z
  .string()
  .min(1)
  .max(200)
  .meta({ label: { en: 'Token of the link', zh: '链接中的令牌' } })

/** A password as it was typed; absent and empty are told alike. */
export const passwordField = z.string().max(2_000).meta({ missing: 'password_missing' })
