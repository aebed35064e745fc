import * as z from 'zod'

/** How the address data keeps itself fresh, in the operator's file. */
export const updatesSchema = z.strictObject({
  isEnabled: z.boolean().default(true),
  /** Hour and minute of the day, UTC. */
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of day such as 03:40' })
    .default('03:40'),
  /** A folder or an address that holds the files of the sources as host/path; the real places unless given. */
  mirror: z
    .string()
    .refine((text) => !/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /^(?:https?|file):/.test(text), {
      error: 'expected a folder, or an address such as https://mirror.octet.example',
    })
    .optional(),
  /** Builds that are kept, for answers as of a day and for differences. */
  keepBuilds: z.number().int().min(2).max(60).default(2),
})
