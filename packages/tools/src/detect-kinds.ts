import type { Finding, Kind } from '@octet/core/kind.ts'
import { toHalfWidth } from './lib/half-width.ts'

/** A kind that a text was recognised as. */
export type Detected = Finding & {
  readonly kind: Kind
}

/** How much of a text is looked at to tell its kind. */
const SAMPLE_CHARS = 64 * 1024
/** Nobody types more than this with an input method that was left on. */
const MAX_TYPED_CHARS = 2_000

/**
 * The kinds of a text, the surest first. What is of none as it came may have been typed with a Chinese input method on:
 * `１９２。０。２。１` is an address.
 */
export function detectKinds(kinds: readonly Kind[], text: string): Detected[] {
  const sample = text.slice(0, SAMPLE_CHARS).trim()
  const found = detect(kinds, sample)
  if (found.length > 0 || sample.length > MAX_TYPED_CHARS) return found
  const plain = toHalfWidth(sample).trim()
  // Chinese that is left over was meant to be Chinese, and so were its marks.
  const isTyped = plain !== sample && /^[\x20-\x7e\n\r\t]+$/.test(plain)
  return isTyped ? detect(kinds, plain).map((one) => ({ text: plain, ...one })) : []
}

function detect(kinds: readonly Kind[], sample: string): Detected[] {
  return kinds
    .flatMap((kind) => {
      const finding = kind.detect(sample)
      return finding ? [{ ...finding, kind }] : []
    })
    .toSorted((a, b) => b.score - a.score)
}
