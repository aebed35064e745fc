/** Editions of JSON Schema that are known; draft-06 is read as draft-07, of which it is a part. */
export const DRAFTS = ['2020-12', '2019-09', '7', '4'] as const
export type Draft = (typeof DRAFTS)[number]
