import type { Bytes } from '../bytes.ts'
import { readKey, type PgpKey } from './key-packet.ts'
import { TAG, type Packet } from './packets.ts'
import { readOrNothing } from './reader.ts'
import { readSignature, type Signature } from './signature-packet.ts'

type Component = { readonly signatures: Signature[] }
/** A primary key with what is said of it, its users and its subkeys (RFC 9580 §10.1). */
export type Parts = {
  readonly primary: PgpKey
  readonly direct: Signature[]
  readonly users: (Component & { readonly body: Bytes; readonly isAttribute: boolean })[]
  readonly subkeys: (Component & { readonly key: PgpKey })[]
}

/** Sorts packets by the keys that they belong to. `loose` signatures belong to none, as those over files and texts; `unread` could not be read. */
export function toParts(packets: readonly Packet[]): { all: Parts[]; loose: Signature[]; unread: number } {
  const all: Parts[] = []
  const loose: Signature[] = []
  /** What belongs to a part that cannot be read is left out with it. */
  let current: Parts | undefined
  let open: Signature[] = loose
  let unread = 0
  const tryRead = <T>(read: () => T): T | undefined => {
    const one = readOrNothing(read)
    if (one === undefined) unread++
    return one
  }
  for (const { tag, body } of packets) {
    const isSecret = tag === TAG.secretKey || tag === TAG.secretSubkey
    switch (tag) {
      case TAG.publicKey:
      case TAG.secretKey: {
        const primary = tryRead(() => readKey(body, { isSecret }))
        open = []
        current = primary && { primary, direct: open, users: [], subkeys: [] }
        if (current) all.push(current)
        break
      }
      case TAG.publicSubkey:
      case TAG.secretSubkey: {
        const key = tryRead(() => readKey(body, { isSecret }))
        open = []
        if (key) current?.subkeys.push({ key, signatures: open })
        break
      }
      case TAG.userId:
      case TAG.userAttribute:
        open = []
        current?.users.push({ body, isAttribute: tag === TAG.userAttribute, signatures: open })
        break
      case TAG.signature: {
        const signature = tryRead(() => readSignature(body))
        if (signature) open.push(signature)
        break
      }
      case TAG.literal:
      case TAG.onePass:
        open = loose
    }
  }
  return { all, loose, unread }
}
