import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { equalBytes, readBlob } from '../../lib/bytes.ts'
import { toFingerprints } from '../../lib/keys/fingerprints.ts'
import type { Form } from '../../lib/keys/form.ts'
import type { FoundKey } from '../../lib/keys/found-key.ts'
import type { KeyKind } from '../../lib/keys/key-kinds.ts'
import { countBits, hasJwk, isPrivate, isSigningCurve, toKeyBits, toKeyName, toNumbers, type Key } from '../../lib/keys/key.ts'
import { PBKDF2_ROUNDS } from '../../lib/keys/lock-pkcs8.ts'
import { makeKey } from '../../lib/keys/make-key.ts'
import { BCRYPT_ROUNDS } from '../../lib/keys/openssh-lock.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { writeSpki } from '../../lib/keys/write-der.ts'
import { toPem } from '../../lib/pem.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { toForms, type Forms } from './forms.ts'
import { describeCertificate, type CertificateFacts } from './ssh-certificate.ts'

export type KeyPairInput = {
  action: 'make' | 'read'
  kind: KeyKind
  text: string
  file?: Blob | undefined
  passphrase: string
  comment: string
  newPassphrase: string
}
type Row = { form: Form; name: string; isPrivate: boolean; isSame: boolean; spkiSha256: string }
export type KeyPairOutput = Forms &
  Partial<CertificateFacts> & {
    text: string
    verdict?: 'match' | 'differs'
    name?: string
    form?: Form
    bits?: number
    exponent?: string
    comment?: string
    isWhole?: boolean
    sshSha256?: string
    sshMd5?: string
    spkiSha256?: string
    pin?: string
    thumbprint?: string
    keys?: Row[]
    certificates?: string
    notes: string[]
    progress?: number
  }

/** Makes a pair, telling how far it is, or reads what was given. Throws `bad_input`, `unsupported_value`, `wrong_passphrase`. */
export async function* runKeyPair(input: KeyPairInput, host: Host): AsyncGenerator<KeyPairOutput> {
  refuseLoneSurrogate(input.newPassphrase, 'newPassphrase')
  if (input.action === 'read') return yield await read(input, host)
  for await (const made of makeKey(input.kind, host))
    if (typeof made === 'number') yield { text: '', notes: [], progress: Math.round(made * 100) / 100 }
    else yield await describe({ key: made, comment: input.comment, newPassphrase: input.newPassphrase }, host)
}

async function read({ text, file, passphrase, comment, newPassphrase }: KeyPairInput, host: Host): Promise<KeyPairOutput> {
  const found = await readKeys({ text, file: file && (await readBlob(file)), passphrase })
  const shown = found.find(({ key }) => isPrivate(key)) ?? found[0]!
  const numbers = writeSpki(toNumbers(shown.key))
  const rows = found.map(({ key, form }): Row => {
    return {
      form,
      name: toKeyName(key),
      isPrivate: isPrivate(key),
      isSame: equalBytes(writeSpki(toNumbers(key)), numbers),
      spkiSha256: toFingerprints(key).spkiSha256,
    }
  })
  const ownComment = comment || (found.find((one) => one.comment)?.comment ?? '')
  const certificates = found.flatMap((one) => (one.certificate ? [toPem('CERTIFICATE', one.certificate)] : [])).join('')
  const described = {
    ...(await describe({ ...shown, comment: ownComment, newPassphrase }, host)),
    ...(certificates && { certificates }),
  }
  if (rows.length === 1) return described
  return { verdict: areTogether(rows) ? 'match' : 'differs', ...described, keys: rows }
}

/** Beside a private key and its certificate there may be those of its issuers. */
function areTogether(rows: readonly Row[]): boolean {
  const isChain = rows.some(({ isPrivate }) => isPrivate) && rows.some(({ form, isSame }) => form === 'certificate' && isSame)
  return rows.every(({ form, isSame }) => isSame || (isChain && form === 'certificate'))
}

type Shown = Pick<FoundKey, 'key' | 'sshCertificate'> & {
  comment: string
  newPassphrase: string
  form?: Form
  faults?: FoundKey['faults']
}

async function describe(shown: Shown, { lang, random, now }: Host): Promise<KeyPairOutput> {
  const { key, comment, newPassphrase, form, faults = [], sshCertificate } = shown
  const certified = sshCertificate && describeCertificate(sshCertificate, now())
  const passphrase = newPassphrase ? new TextEncoder().encode(newPassphrase) : undefined
  const forms = await toForms(key, { comment, random, passphrase })
  return {
    text: forms.privatePkcs8 ?? forms.publicSpki ?? '',
    name: toKeyName(key),
    ...(form && { form }),
    bits: toKeyBits(key),
    ...(key.type === 'rsa' && { exponent: String(key.e) }),
    ...(comment && { comment }),
    ...(isPrivate(key) && { isWhole: faults.length === 0 }),
    ...toFingerprints(key),
    ...certified?.facts,
    notes: [...(certified?.notes ?? []), ...faults, ...(passphrase && isPrivate(key) ? [LOCKED] : []), ...listNotes(key)].map(
      (note) => note[lang],
    ),
    ...forms,
  }
}

const LOCKED: Text = {
  en: `The private key is encrypted: PKCS #8 with AES-256 and PBKDF2 (${PBKDF2_ROUNDS} rounds), OpenSSH with AES-256 and bcrypt (${BCRYPT_ROUNDS} rounds). PKCS #1, SEC 1 and JWK are left out, since they are not encrypted`,
  zh: `私钥已用口令加密：PKCS #8 采用 AES-256 与 PBKDF2（${PBKDF2_ROUNDS} 轮），OpenSSH 采用 AES-256 与 bcrypt（${BCRYPT_ROUNDS} 轮）。PKCS #1、SEC 1 与 JWK 不支持加密，故不列出`,
}

/** RSA below this is no longer taken (NIST SP 800-57, part 1, table 2). */
const MIN_RSA_BITS = 2048

function listNotes(key: Key): Text[] {
  const notes: (Text | false)[] = [
    key.type === 'rsa' &&
      countBits(key.n) < MIN_RSA_BITS && {
        en: `${countBits(key.n)} bits are too few today; certificate authorities and many programs refuse such keys`,
        zh: `${countBits(key.n)} 位已不安全，证书颁发机构与许多程序会拒绝此类密钥`,
      },
    key.type === 'rsa' &&
      key.pss !== undefined && {
        en: 'The key is for RSA-PSS signatures only. SPKI and PKCS #8 say so and have the same pin as its certificate; the other formats are those of a plain RSA key',
        zh: '此密钥仅用于 RSA-PSS 签名。SPKI 与 PKCS #8 会注明这一点，其指纹与证书一致；其余格式均为普通 RSA 密钥',
      },
    key.type === 'rsa' &&
      key.e < 65_537n && {
        en: `The public exponent ${key.e} is small; 65537 is usual`,
        zh: `公钥指数 ${key.e} 偏小，通常为 65537`,
      },
    key.type === 'okp' &&
      !isSigningCurve(key.curve) && {
        en: `${key.curve} is for key agreement; it cannot sign, and SSH has no such keys`,
        zh: `${key.curve} 用于密钥协商，不能签名，也没有对应的 SSH 密钥`,
      },
    (toKeyName(key) === 'Ed448' || toKeyName(key) === 'EC secp256k1') && {
      en: 'OpenSSH has no keys of this curve',
      zh: 'OpenSSH 没有此曲线的密钥',
    },
    !hasJwk(key) && {
      en: 'OpenSSH and JWK have no keys of this curve',
      zh: 'OpenSSH 与 JWK 没有此曲线的密钥',
    },
    !isPrivate(key) && {
      en: 'This is a public key: the private key cannot be derived from it',
      zh: '这是公钥，无法由它得到私钥',
    },
  ]
  return notes.filter((note) => note !== false)
}
