/** Bytes that are taken apart in one turn. */
const PART_BYTES = 65_536

/** A body in parts: as one of 24 MB it would keep everybody else waiting. */
export async function* toParts(body: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}
