import * as z from 'zod'
import { MAX_NAMES } from '@octet/tools/lib/name-list.ts'

/** The three data products: as files to download they come with some plans only. */
export const DATA_PRODUCTS = ['geolocation', 'privacy', 'asn'] as const

/** Names at once for who has no plan of the file, and in a plan that does not say. */
export const DEFAULT_NAMES_AT_ONCE = 100

const money = z.number().int().nonnegative().max(1_000_000_000_00)

/** A plan in the operator's file. Prices in the smallest unit of the currency without tax, so 4900 is 49.00. */
export const planSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, { error: 'expected a short word such as standard' }),
    name: z.string().min(1).max(40),
    requestsPerMonth: z.number().int().positive(),
    /** How many keys an account may have. */
    keys: z.number().int().positive().default(5),
    /** Units a second that each key may ask for, and as many at once as an address has time for; the operator's `limits` unless given, or where those are more. */
    requestsPerSecond: z.number().min(1).max(1_000_000).optional(),
    /** Names that one call of a batch tool takes; each costs what it costs alone, 2 or 3 of `limits.burst`. */
    namesAtOnce: z.number().int().positive().max(MAX_NAMES).default(DEFAULT_NAMES_AT_ONCE),
    /** The plan at 0 is the free one: no card, no end. */
    monthlyPrice: money.default(0),
    /** A whole year at once; ten months' price unless said. */
    yearlyPrice: money.optional(),
    /** Price of each started 1,000 requests beyond the quota; without it the quota is the end. */
    extraPer1000: money.optional(),
    /** Databases that may be downloaded. */
    databases: z.array(z.enum(DATA_PRODUCTS)).default([]),
  })
  .refine(({ monthlyPrice, yearlyPrice }) => yearlyPrice === undefined || yearlyPrice <= 12 * monthlyPrice, {
    error: 'expected a year for at most the price of twelve months',
    path: ['yearlyPrice'],
  })

export type Plan = z.output<typeof planSchema>

/** What is sold unless the operator's file says otherwise. */
export const DEFAULT_PLANS: z.input<typeof planSchema>[] = [
  { id: 'free', name: 'FREE', requestsPerMonth: 50_000, keys: 2 },
  {
    id: 'standard',
    name: 'Standard',
    requestsPerMonth: 150_000,
    keys: 5,
    requestsPerSecond: 50,
    namesAtOnce: 150,
    monthlyPrice: 4_900,
    extraPer1000: 50,
  },
  {
    id: 'business',
    name: 'Business',
    requestsPerMonth: 1_000_000,
    keys: 25,
    requestsPerSecond: 200,
    namesAtOnce: 200,
    monthlyPrice: 19_900,
    extraPer1000: 30,
    databases: ['geolocation', 'asn'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    requestsPerMonth: 5_000_000,
    keys: 100,
    requestsPerSecond: 500,
    namesAtOnce: 200,
    monthlyPrice: 79_900,
    extraPer1000: 20,
    databases: ['geolocation', 'privacy', 'asn'],
  },
]
