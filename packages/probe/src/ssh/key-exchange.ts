import {
  decapsulate,
  createDiffieHellmanGroup,
  createECDH,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import type { Exchange } from './exchange.ts'
import { beginGroupExchange } from './group-exchange.ts'
import type { Transport } from './transport.ts'
import { toMpint, toSshString } from './wire.ts'

type Kex = {
  readonly hash: string
  /** What is sent is a number. */
  readonly isNumber: boolean
  /** What both have is hashed as bytes, and not as a number. */
  readonly isSecretBytes?: boolean
  begin(transport: Transport): Exchange | Promise<Exchange>
}

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

const [ML_KEM_KEY_BYTES, ML_KEM_SEALED_BYTES] = [1_184, 1_088]

/** ML-KEM-768 (FIPS 203) and X25519 beside it, so that one of them may fall (draft-ietf-sshm-mlkem-hybrid-kex §2.4). */
function beginMlKem(): Exchange {
  const { publicKey, privateKey } = generateKeyPairSync('ml-kem-768')
  const curve = beginX25519()
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-ML_KEM_KEY_BYTES)
  return {
    mine: Buffer.concat([key, curve.mine]),
    agree(theirs) {
      const secret = decapsulate(privateKey, theirs.subarray(0, ML_KEM_SEALED_BYTES))
      return createHash('sha256')
        .update(secret)
        .update(curve.agree(theirs.subarray(ML_KEM_SEALED_BYTES)))
        .digest()
    },
  }
}

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

/** In a group that the server chooses. */
const toGroupExchange = (hash: string): Kex => ({ hash, isNumber: true, begin: beginGroupExchange })

/** Exchanges that we can take part in, to see and check the host key (RFC 4253 §8, RFC 4419, RFC 5656 §4, RFC 8731); what costs most comes last. */
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
  'mlkem768x25519-sha256': { hash: 'sha256', isNumber: false, isSecretBytes: true, begin: beginMlKem },
  'diffie-hellman-group-exchange-sha256': toGroupExchange('sha256'),
  'diffie-hellman-group-exchange-sha1': toGroupExchange('sha1'),
}

type Said = {
  readonly versions: readonly [client: string, server: string]
  readonly inits: readonly [client: Buffer, server: Buffer]
  readonly hostKey: Buffer
  readonly mine: Buffer
  readonly theirs: Buffer
  readonly secret: Buffer
  readonly chosen?: Buffer | undefined
}

/** What the server signs: the hash of all that was said (RFC 4253 §8). */
export function hashExchange(
  { hash, isNumber, isSecretBytes = false }: Kex,
  { versions, inits, hostKey, chosen, mine, theirs, secret }: Said,
): Buffer {
  const sent = isNumber ? toMpint : toSshString
  const digest = createHash(hash)
  for (const part of [...versions.map(toSshString), ...inits.map(toSshString), toSshString(hostKey)]) digest.update(part)
  if (chosen) digest.update(chosen)
  return digest
    .update(sent(mine))
    .update(sent(theirs))
    .update(isSecretBytes ? toSshString(secret) : toMpint(secret))
    .digest()
}
