import { splitLines } from '@octet/core/lines.ts'
/** One line of a checksum list. */
export type ExpectedSum = { readonly value: string; readonly name?: string; readonly algorithm?: string }

/**
 * Reads what people paste to compare with: a bare digest in hex or base64 (`sha256-…` too), lines of `sha256sum` (`digest  name`,
 * `digest *name`), of BSD (`SHA256 (name) = digest`), of container registries (`sha256:digest`) and of PowerShell. Lines without
 * a digest are left out.
 */
export function parseSums(text: string): ExpectedSum[] {
  return splitLines(text).flatMap((line) => {
    const sum = parseLine(line.trim())
    return sum ? [sum] : []
  })
}

function parseLine(line: string): ExpectedSum | undefined {
  const bsd = /^([\w/-]+) ?\((.+)\) ?= ?([0-9a-f]+)$/i.exec(line)
  if (bsd?.[1] && bsd[2] && bsd[3]) return { algorithm: bsd[1], name: bsd[2], value: bsd[3].toLowerCase() }
  const registry = /^(md5|sha\d+|blake\w+):([0-9a-f]{8,})$/i.exec(line)
  if (registry?.[1] && registry[2]) return { algorithm: registry[1], value: registry[2].toLowerCase() }
  const gnu = /^\\?([0-9a-f]{4,}) [ *]?(\S.*)$/i.exec(line)
  if (gnu?.[1] && gnu[2]) return { value: gnu[1].toLowerCase(), name: gnu[2] }
  const sri = /^(?:sha(\d+)-)?([A-Za-z0-9+/]{22,}={0,2})$/.exec(line)
  const dense = line.replaceAll(/[\s:-]/g, '')
  if (/^[0-9a-f]{4,}$/i.test(dense) && dense.length % 2 === 0) return { value: dense.toLowerCase() }
  return sri?.[2] ? { value: toHexOf(sri[2]), ...(sri[1] ? { algorithm: `SHA${sri[1]}` } : {}) } : undefined
}

function toHexOf(base64: string): string {
  try {
    return Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return ''
  }
}
