/** What a `DKIM-Signature` says about itself (RFC 6376 §3.5). It is not checked: its key is in the DNS, and the body is needed. */
export type Signature = {
  readonly domain: string
  readonly selector: string
  readonly algorithm: string
  /** Names of the signed fields, in lower case. */
  readonly signed: readonly string[]
  /** Seconds since 1970. */
  readonly signedAt: number | undefined
  readonly expiresAt: number | undefined
  /** Bytes of the body that are signed, when not all are. */
  readonly bodyBytes: number | undefined
}

export function readSignature(value: string): Signature {
  const tags = new Map(
    value.split(';').map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, Math.max(0, at)).trim(), tag.slice(at + 1).replaceAll(/\s+/g, '')]
    }),
  )
  const number = (tag: string) => (/^\d{1,15}$/.test(tags.get(tag) ?? '') ? Number(tags.get(tag)) : undefined)
  return {
    domain: tags.get('d')?.toLowerCase() ?? '',
    selector: tags.get('s') ?? '',
    algorithm: tags.get('a')?.toLowerCase() ?? '',
    signed: (tags.get('h') ?? '').toLowerCase().split(':').filter(Boolean),
    signedAt: number('t'),
    expiresAt: number('x'),
    bodyBytes: number('l'),
  }
}
