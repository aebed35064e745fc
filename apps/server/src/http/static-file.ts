import { createHash } from 'node:crypto'

/** A file or prerendered page. */
export type StaticFile = {
  readonly body: Buffer
  readonly br?: Buffer | undefined
  readonly gz?: Buffer | undefined
  readonly type: string
  readonly etag: string
  readonly isHashed: boolean
}

/** A weak tag, since it is the same for the body plain and packed, of which the bytes differ (RFC 9110 §8.8.1). */
export function toEtag(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
