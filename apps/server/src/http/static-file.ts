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

export function toEtag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
