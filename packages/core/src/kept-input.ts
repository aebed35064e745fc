/** Largest sealed input that is kept for a link: what it says is a few times as long, as it is packed first. */
export const MAX_SEALED_BYTES = 384 * 1024
/** For how many days one can be kept. */
export const KEPT_DAYS = [1, 7, 30] as const
export type KeptDays = (typeof KEPT_DAYS)[number]
