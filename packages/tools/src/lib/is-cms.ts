import { toHex } from './bytes.ts'

/** Whether bytes begin as CMS of any kind does: a sequence with an object identifier. */
export function isCms(bytes: Uint8Array): boolean {
  return /^30(?:80|8[1-4](?:..){1,4}?|[0-7].)06(?:09|0a)2a(?:864886f70d0107|811ccf5506010402)/.test(toHex(bytes.subarray(0, 24)))
}
