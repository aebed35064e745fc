import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { readonly challenge: string; readonly origin: string; readonly rpID: string }

/** Person present and verified; with a key attached (WebAuthn Level 2 §6.1). */
const PRESENT_AND_VERIFIED = 0x05
const HAS_KEY = 0x40

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const toSha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** A passkey in software, which signs what a browser and its device would sign (ES256, attestation «none»). */
export class SoftAuthenticator {
  readonly id = randomBytes(16)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** Answer to `navigator.credentials.create`. */
  create(options: Options): RegistrationResponseJSON {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    // COSE key (RFC 9052 §7): kty EC2, alg ES256, crv P-256, x, y.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = Buffer.concat([
      this.#toAuthenticatorData(options.rpID, PRESENT_AND_VERIFIED | HAS_KEY),
      Buffer.alloc(16),
      length,
      this.id,
      key,
    ])
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]),
    )
    return {
      ...this.#toCredential(),
      response: { clientDataJSON: toText(toClientData('webauthn.create', options)), attestationObject: toText(attestation) },
    }
  }

  /** Answer to `navigator.credentials.get`. */
  get(options: Options): AuthenticationResponseJSON {
    this.#counter++
    const data = this.#toAuthenticatorData(options.rpID, PRESENT_AND_VERIFIED)
    const clientData = toClientData('webauthn.get', options)
    const signature = sign('sha256', Buffer.concat([data, toSha256(clientData)]), this.#privateKey)
    return {
      ...this.#toCredential(),
      response: { clientDataJSON: toText(clientData), authenticatorData: toText(data), signature: toText(signature) },
    }
  }

  #toCredential() {
    const id = toText(this.id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #toAuthenticatorData(rpID: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([toSha256(rpID), Buffer.from([flags]), counter])
  }
}

function toClientData(type: string, { challenge, origin }: Options): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
