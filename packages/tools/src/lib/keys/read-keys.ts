import { splitLines } from '@octet/core/lines.ts'
import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findReadable } from '../byte-text.ts'
import { toBytes, type Bytes } from '../bytes.ts'
import { listPem, withoutPem, type PemBlock } from '../pem.ts'
import { parseBase64 } from '../radix-text.ts'
import { refuseKey, type FoundKey } from './found-key.ts'
import { readJwks } from './jwk.ts'
import { isLocked, isLockedPkcs8, unlock, unlockPkcs8 } from './locked.ts'
import { toPassphraseBytes } from './passphrase.ts'
import { isPkcs12, openPkcs12 } from './pkcs12.ts'
import { findLineKey, readBlob, readOpenssh } from './openssh.ts'
import { listPpks, readPpk } from './ppk.ts'
import { readDerKey } from './read-der.ts'

/** Keys that are read from one text. */
const MAX_KEYS = 20

type Source = { readonly text: string; readonly file?: Bytes | undefined; readonly passphrase?: string; readonly field?: string }

/**
 * Every key of a text or a file: blocks of PEM, files of PuTTY and PKCS #12, lines of SSH, JWK, or bare Base64 or bytes of
 * any of them.
 * Throws `bad_input`, `unsupported_value`, `wrong_passphrase`.
 */
export async function readKeys({ text, file, passphrase = '', field = 'text' }: Source): Promise<FoundKey[]> {
  const source = (file ? (findReadable(file) ?? '') : text).replace(/^\ufeff/, '')
  const found = file && !source ? await readBytes(file, passphrase) : await readText(source, { passphrase, field })
  if (found.length > MAX_KEYS) throw new AppError('too_large', { field, limit: MAX_KEYS, got: found.length })
  return found
}

async function readText(source: string, { passphrase, field }: { passphrase: string; field: string }): Promise<FoundKey[]> {
  const text = source.trim()
  if (!text) throw new AppError('bad_input', { field, expected: A_KEY, got: { en: 'nothing', zh: '空' } })
  if (/^[{[]/.test(text)) return readJwks(text)
  if (/-----BEGIN PGP /.test(text)) throw refuseKey('PGP', OPENPGP)
  const all = listPem(text, field)
  const blocks = all.filter(({ label }) => !label.endsWith('PARAMETERS'))
  const lines = splitLines(withoutPem(text)).flatMap((line) => findLineKey(line) ?? [])
  // One after the other: what locks a key may take much memory.
  const opened: FoundKey[] = []
  for (const block of blocks.slice(0, MAX_KEYS + 1)) opened.push(...(await readBlock(block, passphrase)))
  for (const file of listPpks(text).slice(0, MAX_KEYS + 1)) opened.push(await readPpk(file, passphrase))
  const found = [...opened, ...lines, ...listRfc4716(text)]
  if (found.length) return found
  if (all[0]) throw refuseKey(all[0].label, PARAMETERS)
  if (/-----|^ssh-|^ecdsa-|^PuTTY-/.test(text)) throw refuseKey(text.split('\n')[0] ?? '', CUT)
  if (!BARE_KEY.test(text)) throw new AppError('bad_input', { field, expected: A_KEY, got: toLengthWords(text) })
  return readBytes(parseBase64(text, field), passphrase)
}

/** Base64 of what begins as DER (a sequence) or as SSH (a short length) does. */
const BARE_KEY = /^(?:M[A-P]|AAAA)[\w+/=\s-]*$/

/** A part of a key that was pasted wrongly should not be shown. */
const toLengthWords = ({ length }: string): Text => ({
  en: `another text of ${countOf(length, 'character')}`,
  zh: `${length} 个字符的其他文本`,
})

const A_KEY: Text = { en: 'a key: PEM, OpenSSH, PuTTY or JWK', zh: '密钥：PEM、OpenSSH、PuTTY 或 JWK' }
const OPENPGP: Text = {
  en: 'it is OpenPGP: “OpenPGP keys and signatures” reads keys, “PGP” encrypts and decrypts',
  zh: '这是 OpenPGP 内容：请用“OpenPGP（PGP）密钥与签名”查看密钥，用“PGP 加密”加密或解密',
}
const PARAMETERS: Text = {
  en: 'it holds the parameters that keys are made with, and no key',
  zh: '其中只有生成密钥所用的参数，没有密钥',
}
const CUT: Text = {
  en: 'it has no complete “-----BEGIN … -----END …” block, PuTTY file or line of SSH',
  zh: '其中没有完整的“-----BEGIN … -----END …”块、PuTTY 密钥文件或 SSH 公钥行',
}
async function readBlock(block: PemBlock, passphrase: string): Promise<FoundKey[]> {
  const { label, der } = block
  if (label.startsWith('DSA ')) throw refuseKey('DSA', { en: 'DSA is obsolete and not supported', zh: 'DSA 已被淘汰，不予支持' })
  if (label === 'OPENSSH PRIVATE KEY') return [await readOpenssh(der, passphrase)]
  if (isPkcs12(der)) return readPkcs12(der, passphrase)
  return [readDerKey(isLocked(block) ? await unlock(block, passphrase) : der, label)]
}

/** Blocks of RFC 4716, whose lines begin and end with four hyphens. */
function listRfc4716(text: string): FoundKey[] {
  return [...text.matchAll(/^---- BEGIN SSH2 PUBLIC KEY ----\s*$((?:(?!^---- )[^])*)^---- END SSH2 PUBLIC KEY ----/gm)].map(
    ([, body = '']) => {
      const comment = /^Comment: "?(.*?)"?\s*$/m.exec(body)?.[1]
      const base64 = body.replaceAll(/^[\w-]+:(?:.*\\\r?\n)*.*$/gm, '')
      return { ...readBlob(parseBase64(base64, 'text')), ...(comment ? { comment } : {}) }
    },
  )
}

/** Bytes without a word around them: DER begins with a sequence, a key of SSH with a length. */
async function readBytes(bytes: Uint8Array, passphrase: string): Promise<FoundKey[]> {
  if (isPkcs12(bytes)) return readPkcs12(bytes, passphrase)
  if (isLockedPkcs8(bytes)) return [readDerKey(await unlockPkcs8(bytes, toPassphraseBytes(passphrase)))]
  if (bytes[0] === 0x30) return [readDerKey(toBytes(bytes))]
  if (bytes[0] === 0) return [readBlob(bytes)]
  throw refuseKey(bytes.length ? `${bytes.length} bytes` : '', {
    en: 'it is not a key: paste PEM, a line of SSH, a JWK, or Base64 of DER',
    zh: '不是密钥：请粘贴 PEM、SSH 公钥行、JWK 或 DER 的 Base64',
  })
}

/** The private keys of a file of PKCS #12, and the keys of its certificates. */
async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<FoundKey[]> {
  const items = await openPkcs12(bytes, passphrase)
  const found = items.flatMap(({ kind, der, friendlyName }): FoundKey[] => {
    if (kind === 'list') return []
    const comment = friendlyName ? { comment: friendlyName } : {}
    const form = kind === 'key' ? { form: 'pkcs12' as const } : { certificate: der }
    return [{ ...readDerKey(der, 'PKCS #12'), ...comment, ...form }]
  })
  if (found.length) return found
  throw refuseKey('PKCS #12', { en: 'it holds no key and no certificate', zh: '其中没有密钥或证书' })
}
