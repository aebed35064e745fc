import {
  createDiffieHellmanGroup,
  createECDH,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { toMpint, toSshString } from './wire.ts'

/** One side of a key exchange: what is sent, and what both have in the end. */
type Exchange = { readonly mine: Buffer; agree(theirs: Buffer): Buffer }
type Kex = { readonly hash: string; readonly isNumber: boolean; begin(): Exchange }

/** X25519 in the clothes of SPKI (RFC 8410 §4). */
const X25519_HEAD = Buffer.from('302a300506032b656e032100', 'hex')

function beginX25519(): Exchange {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    mine: publicKey.export({ type: 'spki', format: 'der' }).subarray(X25519_HEAD.length),
    agree: (theirs) => diffieHellman({ privateKey, publicKey: toX25519(theirs) }),
  }
}

const toX25519 = (point: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([X25519_HEAD, point]), type: 'spki', format: 'der' })

function beginEcdh(curve: string): Exchange {
  const ecdh = createECDH(curve)
  return { mine: ecdh.generateKeys(), agree: (theirs) => ecdh.computeSecret(theirs) }
}

function beginGroup(group: string): Exchange {
  const dh = createDiffieHellmanGroup(group)
  return { mine: dh.generateKeys(), agree: (theirs) => dh.computeSecret(theirs) }
}

const curve25519: Kex = { hash: 'sha256', isNumber: false, begin: beginX25519 }
const toGroup = (group: string, hash: string): Kex => ({ hash, isNumber: true, begin: () => beginGroup(group) })
const toEcdh = (curve: string, hash: string): Kex => ({ hash, isNumber: false, begin: () => beginEcdh(curve) })

/** Exchanges that we can take part in, to see and check the host key (RFC 4253 §8, RFC 5656 §4, RFC 8731). */
export const EXCHANGES: Readonly<Record<string, Kex>> = {
  'curve25519-sha256': curve25519,
  'curve25519-sha256@libssh.org': curve25519,
  'ecdh-sha2-nistp256': toEcdh('prime256v1', 'sha256'),
  'ecdh-sha2-nistp384': toEcdh('secp384r1', 'sha384'),
  'ecdh-sha2-nistp521': toEcdh('secp521r1', 'sha512'),
  'diffie-hellman-group14-sha256': toGroup('modp14', 'sha256'),
  'diffie-hellman-group16-sha512': toGroup('modp16', 'sha512'),
  'diffie-hellman-group18-sha512': toGroup('modp18', 'sha512'),
  'diffie-hellman-group14-sha1': toGroup('modp14', 'sha1'),
  'diffie-hellman-group1-sha1': toGroup('modp2', 'sha1'),
}

type Said = {
  readonly versions: readonly [client: string, server: string]
  readonly inits: readonly [client: Buffer, server: Buffer]
  readonly hostKey: Buffer
  readonly mine: Buffer
  readonly theirs: Buffer
  readonly secret: Buffer
}

/** What the server signs: the hash of all that was said (RFC 4253 §8). */
export function hashExchange({ hash, isNumber }: Kex, { versions, inits, hostKey, mine, theirs, secret }: Said): Buffer {
  const sent = isNumber ? toMpint : toSshString
  const digest = createHash(hash)
  for (const part of [...versions.map(toSshString), ...inits.map(toSshString), toSshString(hostKey)]) digest.update(part)
  return digest.update(sent(mine)).update(sent(theirs)).update(toMpint(secret)).digest()
}
