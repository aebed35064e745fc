import { createHash } from 'node:crypto'
import type { Packed } from './packed-body.ts'

/** A file or prerendered page. */
export type StaticFile = {
  readonly body: Buffer
  /** The body as a request takes it (`Accept-Encoding`). */
  pack(accepted: string | undefined): Promise<Packed>
  readonly type: string
  readonly etag: string
  readonly isHashed: boolean
}

/** By the body or its one packing: a weak tag, since it is the same for all packings, of which the bytes differ (RFC 9110 §8.8.1). */
export function toEtag(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
