import * as z from 'zod'

/** The field of a result whose list has an end: how many entries there are beyond it. */
export const moreField = () =>
  z
    .int()
    .optional()
    .meta({ label: { en: 'Further ones', zh: '未列出' }, isCount: true })

/** {@link moreField} of a list of which no more than `most` entries are shown. */
export const toMore = (count: number, most: number): { more?: number } => (count > most ? { more: count - most } : {})
