/** Schemes whose addresses are programs or files of the reader. Pictures as data are harmless. */
const HARMFUL = /^(?:javascript|vbscript|file|data):/i
const PICTURE = /^data:image\/(?:gif|png|jpeg|webp);/i

/** Whether an address (its character references resolved) may be followed. Browsers skip control characters and spaces in schemes. */
export function isSafeAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- those are what hides a scheme
  const plain = address.replaceAll(/[\u0000-\u0020\u007f-\u00a0]/g, '')
  return !HARMFUL.test(plain) || PICTURE.test(plain)
}
