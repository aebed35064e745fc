/** Whether an `If-None-Match` names an entity tag, by the weak comparison: a proxy that packs a body weakens its tag (RFC 9110 §13.1.2). */
export function hasTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
