import { findAsciiHost } from '../../lib/idn.ts'
import { refuse } from './fault.ts'
import { readBytes } from './tokens.ts'

/** An absolute domain name. */
export type Name = {
  /** From the leftmost on, a character for each byte, in the case they are written in. */
  readonly labels: readonly string[]
  /** As zone files write it, with a dot at the end. */
  readonly text: string
  /** The same in lower case: equal names have equal keys (RFC 4343). */
  readonly key: string
}

const MAX_LABEL = 63
const MAX_NAME = 255

export const ROOT: Name = { labels: [], text: '.', key: '.' }

export function toName(labels: readonly string[]): Name {
  const text = labels.length === 0 ? '.' : `${labels.map(writeLabel).join('.')}.`
  return { labels, text, key: text.toLowerCase() }
}

/**
 * Reads a name of a zone file; one without a dot at the end stands below the origin. Throws {@link ZoneFault} for what is no
 * name; `NO_ORIGIN` where it needs one that is not known.
 */
export function readName(text: string, origin: Name | undefined): Name {
  if (text === '@') return origin ?? needOrigin(text)
  if (text === '.') return ROOT
  const parts = text.match(/(?:[^.\\]|\\\d{3}|\\[^])+|\./g) ?? []
  const labels: string[] = []
  let isOpen = true
  for (const part of parts) {
    if (part !== '.') {
      const label = readBytes(/^[\0-\x7f]*$/.test(part) ? part : toAscii(part))
      if (label.length > MAX_LABEL)
        refuse(`“${part}” is longer than the ${MAX_LABEL} bytes of a label`, `标签“${part}”超过 ${MAX_LABEL} 字节`)
      labels.push(label)
      isOpen = true
    } else if (isOpen && labels.length > 0) isOpen = false
    else refuse(`“${text}” has an empty label`, `“${text}”含空标签`)
  }
  const whole = isOpen ? [...labels, ...(origin ?? needOrigin(text)).labels] : labels
  if (whole.reduce((sum, label) => sum + label.length + 1, 1) > MAX_NAME)
    refuse(`“${text}” is longer than the ${MAX_NAME} bytes of a name`, `“${text}”超过域名上限 ${MAX_NAME} 字节`)
  return toName(whole)
}

/** A relative name before any origin is known. */
export class NoOrigin extends Error {
  readonly written: string
  constructor(written: string) {
    super(written)
    this.written = written
  }
}

function needOrigin(text: string): never {
  throw new NoOrigin(text)
}

/** Servers take names as bytes; what people mean is in Punycode there (RFC 5891). */
function toAscii(label: string): string {
  return findAsciiHost(label) ?? refuse(`“${label}” is no name`, `“${label}”不是域名`)
}

/** What means something in a zone file is escaped, as what is not to be seen (RFC 1035 §5.1). */
const writeLabel = (label: string): string =>
  /^[\w*-]+$/.test(label)
    ? label
    : label
        .replaceAll(/[.;()"\\@$]/g, String.raw`\$&`)
        .replaceAll(/[\0- \x7f-\u00ff]/g, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`)

/** Whether a name is another or stands below it. */
export const isWithin = ({ key, labels }: Name, outer: Name): boolean =>
  outer.labels.length === 0 ||
  key === outer.key ||
  (labels.length > outer.labels.length && cutLabels(key, labels.length - outer.labels.length) === outer.key)

/** A key without its first labels. */
function cutLabels(key: string, count: number): string {
  let at = 0
  for (let left = count; left > 0; at++) {
    if (key[at] === '\\') at++
    else if (key[at] === '.') left--
  }
  return key.slice(at)
}

/** A name as it is written below an origin: `@`, `www`, or whole. */
export function toRelative(name: Name, origin: Name): string {
  if (name.key === origin.key) return '@'
  return origin.labels.length > 0 && isWithin(name, origin)
    ? toName(name.labels.slice(0, name.labels.length - origin.labels.length)).text.slice(0, -1)
    : name.text
}

/** Sorts as signatures need it: by labels from the last on, in lower case (RFC 4034 §6.1). */
export const toSortKey = ({ labels }: Name): string => labels.toReversed().join('\0').toLowerCase()
