import * as z from 'zod'
import { findCountry } from '@octet/core/geo/countries.ts'
import { joinText } from '@octet/core/text.ts'
import { tagSchema } from '@octet/core/probe/point-protocol.ts'

/** What the owner of a point says about it. */
export const pointFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .meta({ label: { en: 'Name', zh: '名称' } }),
  tags: z
    .array(tagSchema)
    .max(10)
    .default([])
    .meta({ label: { en: 'Tags', zh: '标签' } }),
  country: z
    .string()
    .refine((code) => findCountry(code) !== undefined, {
      error: joinText({ en: 'a country code such as DE', zh: '国家代码，如 DE' }),
    })
    .optional()
    .meta({ label: { en: 'Country code', zh: '国家代码' } }),
  city: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ label: { en: 'City', zh: '城市' } }),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
} as const

const DAY_HOURS = 24

/** How long the token before a new one works at most. */
export const oldHoursField = z
  .number()
  .int()
  .min(0)
  .max(7 * DAY_HOURS)
  .default(DAY_HOURS)
  .describe(joinText({ en: 'Hours for which the old token works at most', zh: '旧令牌至多保留的小时数' }))
