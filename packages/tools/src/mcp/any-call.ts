import * as z from 'zod'

/** A `tools/call` with any params: the library checks them once more itself, and only then answers -32602 and not -32603. */
export const ANY_CALL = z.looseObject({ method: z.literal('tools/call'), params: z.unknown() })
