/**
 * Letters, digits and marks as Chinese input methods write them, in ASCII, for texts in which they mean the same.
 *
 * @example
 * toHalfWidth('１９２。１６８。０。１／２４') // '192.168.0.1/24'
 */
export function toHalfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').replaceAll('、', ',')
}
