/** Whether an `If-Match` names an entity tag, by the strong comparison, to which a weak tag is never the same (RFC 9110 §13.1.1). */
export function hasStrongTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim()))
}

/** Whether an `If-None-Match` names an entity tag, by the weak comparison: a proxy that packs a body weakens its tag (RFC 9110 §13.1.2). */
export function hasTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => ['*', toOpaque(etag)].includes(toOpaque(tag.trim())))
}

/** What a tag says, whether it is weak or not. */
const toOpaque = (tag: string): string => tag.replace(/^W\//, '')
