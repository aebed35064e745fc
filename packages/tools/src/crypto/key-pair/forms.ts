import { toJwk } from '../../lib/keys/jwk.ts'
import { hasJwk, isPrivate, toPublic, type Key } from '../../lib/keys/key.ts'
import { lockPkcs8 } from '../../lib/keys/lock-pkcs8.ts'
import { findOpenssh, findSshLine } from '../../lib/keys/openssh.ts'
import { writePkcs1, writePkcs1Public, writePkcs8, writeSec1, writeSpki } from '../../lib/keys/write-der.ts'
import { toPem } from '../../lib/pem.ts'

/** A key as every program wants it; what does not exist for its kind is left out. */
export type Forms = {
  privatePkcs8?: string
  privateOpenssh?: string
  privatePkcs1?: string
  privateSec1?: string
  privateJwk?: string
  publicSpki?: string
  publicSsh?: string
  publicPkcs1?: string
  publicJwk?: string
}

type Options = {
  readonly comment: string
  readonly random: (sizeBytes: number) => Uint8Array
  /** Locks the private key; forms that have no lock are then left out. */
  readonly passphrase?: Uint8Array | undefined
}

export async function toForms(key: Key, options: Options): Promise<Forms> {
  const line = findSshLine(key, options.comment)
  return {
    ...(await toPrivateForms(key, options)),
    publicSpki: toPem('PUBLIC KEY', writeSpki(key)),
    ...(line !== undefined && { publicSsh: line }),
    ...(key.type === 'rsa' && { publicPkcs1: toPem('RSA PUBLIC KEY', writePkcs1Public(key)) }),
    ...(hasJwk(key) && { publicJwk: toJson(toJwk(toPublic(key))) }),
  }
}

/** Lines of OpenSSH have 70 characters. */
const OPENSSH_COLUMNS = 70

async function toPrivateForms(key: Key, options: Options): Promise<Forms> {
  if (!isPrivate(key)) return {}
  const openssh = await findOpenssh(key, options)
  const sshForm = openssh && { privateOpenssh: toPem('OPENSSH PRIVATE KEY', openssh, OPENSSH_COLUMNS) }
  const { passphrase, random } = options
  if (passphrase) {
    const locked = await lockPkcs8(writePkcs8(key), { passphrase, random })
    return { privatePkcs8: toPem('ENCRYPTED PRIVATE KEY', locked), ...sshForm }
  }
  return {
    privatePkcs8: toPem('PRIVATE KEY', writePkcs8(key)),
    ...sshForm,
    ...(key.type === 'rsa' && { privatePkcs1: toPem('RSA PRIVATE KEY', writePkcs1(key)) }),
    ...(key.type === 'ec' && { privateSec1: toPem('EC PRIVATE KEY', writeSec1(key)) }),
    ...(hasJwk(key) && { privateJwk: toJson(toJwk(key)) }),
  }
}

const toJson = (jwk: Readonly<Record<string, string>>): string => JSON.stringify(jwk, null, 2)
