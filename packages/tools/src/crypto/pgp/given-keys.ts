import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { listBlocks } from '../../lib/openpgp/armor.ts'
import {
  FLAGS,
  listCertificates,
  toMainUser,
  type Certificate,
  type CheckedKey,
  type State,
} from '../../lib/openpgp/certificate.ts'
import { readBlock } from '../../lib/openpgp/read-block.ts'
import { STATE_WORDS } from '../../lib/openpgp/words.ts'
import type { Pacer } from '../../lib/pacer.ts'

type Moment = { readonly now: Date; readonly breathe: Pacer }

/** The keys of a field, each with its users and subkeys. Throws `bad_input` where there is none, `unsupported_value`. */
export async function readGivenKeys(text: string, field: string, { now, breathe }: Moment): Promise<Certificate[]> {
  if (text.trim() === '') return []
  const found: Certificate[] = []
  for (const block of listBlocks(text, field))
    found.push(...(await listCertificates(await readBlock(block), now, breathe)).certificates)
  if (found.length === 0) throw new AppError('bad_input', { field, expected: BLOCKS, got: text.trim().slice(0, 60) })
  return found
}

const BLOCKS: Text = {
  en: 'lines from -----BEGIN PGP … KEY BLOCK to -----END PGP …',
  zh: '从 -----BEGIN PGP … KEY BLOCK 到 -----END PGP … 的密钥块',
}

/** Who a certificate is of, else its key ID. */
export function toOwner({ users, keys }: Certificate): string {
  const user = toMainUser(users) ?? users.find(({ isAttribute }) => !isAttribute)
  return user?.text || (keys[0]?.key.keyId ?? '')
}

/** Algorithms that only sign, or only encrypt (RFC 9580 §9.1). */
const canEncrypt = ({ key }: CheckedKey): boolean => key.exchange !== undefined || [1, 2].includes(key.algorithm)
const canSign = ({ key }: CheckedKey): boolean => key.verifier !== undefined && key.verifier.type !== 'dsa' && key.algorithm !== 2

const ENCRYPT = FLAGS.communications | FLAGS.storage

/** Of keys without a word on it any that can is meant, a primary key only for signing where there are subkeys. */
const isFor = ({ flags }: CheckedKey, wanted: number): boolean => flags === undefined || (flags & wanted) > 0

/** The newest key of a certificate that something is encrypted for. Throws `unsupported_value` with the reason where there is none. */
export function findEncryptionKey(certificate: Certificate): CheckedKey {
  const able = certificate.keys.filter((one) => canEncrypt(one) && isFor(one, ENCRYPT))
  return pick(certificate, able, ONLY_SIGNS)
}

/** The newest key of a certificate that signs, with its private part. Throws `unsupported_value` with the reason where there is none. */
export function findSigningKey(certificate: Certificate): CheckedKey {
  const able = certificate.keys.filter(
    (one) => canSign(one) && (one.isPrimary ? isFor(one, FLAGS.sign) : ((one.flags ?? 0) & FLAGS.sign) > 0),
  )
  const own = able.filter(({ key }) => key.secret !== undefined && key.secret.kind !== 'absent')
  return pick(certificate, own, able.length > 0 ? NO_SECRET : ONLY_ENCRYPTS)
}

function pick(certificate: Certificate, able: readonly CheckedKey[], lack: Text): CheckedKey {
  const newest = able.toSorted(
    (a, b) => b.key.createdAt.getTime() - a.key.createdAt.getTime() || Number(a.isPrimary) - Number(b.isPrimary),
  )
  const valid = newest.find(({ state }) => state === 'valid')
  if (valid) return valid
  throw new AppError('unsupported_value', { got: toOwner(certificate), reason: newest[0] ? toReason(newest[0].state) : lack })
}

const toReason = (state: State): Text => ({
  en: `its key is not to be used: ${STATE_WORDS[state].en.toLowerCase()}`,
  zh: `其密钥不可使用：${STATE_WORDS[state].zh}`,
})
const ONLY_SIGNS: Text = { en: 'this key only signs; nothing can be encrypted for it', zh: '该密钥仅用于签名，无法用于加密' }
const ONLY_ENCRYPTS: Text = { en: 'this key does not sign', zh: '该密钥不能用于签名' }
const NO_SECRET: Text = { en: 'only its public part was given', zh: '只提供了公钥部分' }
