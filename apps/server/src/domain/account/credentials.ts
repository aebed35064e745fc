import * as z from 'zod'

/** An address as it was typed; absent and empty are told alike. What it is worth is for `parseEmail` to say. */
export const emailField = z.string().max(500).meta({ missing: 'email_wrong' })

/** A password as it was typed; absent and empty are told alike. */
export const passwordField = z.string().max(2_000).meta({ missing: 'password_missing' })
