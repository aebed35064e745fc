/** A message of a foreign server that does not follow RFC 1035. `offset` is the byte where it was seen. */
export class DnsFormatError extends Error {
  override readonly name = 'DnsFormatError'
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(`${reason} (byte ${offset})`)
    this.offset = offset
  }
}
