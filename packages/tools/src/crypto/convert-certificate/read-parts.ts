import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findReadable } from '../../lib/byte-text.ts'
import { readBlob, toHex, type Bytes } from '../../lib/bytes.ts'
import type { FoundKey } from '../../lib/keys/found-key.ts'
import { isPrivate, type PrivateKey } from '../../lib/keys/key.ts'
import { isJks, openJks } from '../../lib/keys/jks.ts'
import { isPkcs12, openPkcs12, type Pkcs12Item } from '../../lib/keys/pkcs12.ts'
import { readDerKey } from '../../lib/keys/read-der.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { listPem, withoutPem } from '../../lib/pem.ts'
import { LABELS, listBlocks, type Block } from '../../lib/x509/blocks.ts'
import { unpackBlock } from '../../lib/x509/bundle.ts'
import { readChainCertificate, type ChainCertificate } from '../../lib/x509/chain.ts'
import { splitCertificate } from '../../lib/x509/signed-parts.ts'
import type { ConvertInput } from './input.ts'

export type FoundCertificate = ChainCertificate & { readonly name?: string | undefined }
export type PrivateFound = FoundKey & { readonly key: PrivateKey }
/** What all that was given holds, each certificate once. */
export type Parts = {
  readonly certificates: readonly FoundCertificate[]
  readonly keys: readonly PrivateFound[]
  /** Words behind BEGIN of what is neither. */
  readonly others: readonly string[]
}

type Piece = {
  readonly certificates: readonly FoundCertificate[]
  readonly keys: readonly FoundKey[]
  readonly others: readonly string[]
}
type Source = { readonly bytes: Bytes; readonly field: string }

const MAX_BYTES = 5 * 2 ** 20
/** More than any list of trusted authorities has. */
const MAX_CERTIFICATES = 500

/**
 * Reads certificates and private keys out of a text and files, whichever holds what.
 * Throws `bad_input`, `unsupported_value`, `wrong_passphrase`, `too_large`.
 */
export async function readParts(input: ConvertInput): Promise<Parts> {
  const { passphrase } = input
  const pieces: Piece[] = []
  if (input.text.trim() !== '') pieces.push(await readText(input.text, { passphrase, field: 'text' }))
  for (const { bytes, field } of await readFiles(input)) pieces.push(await readFile(bytes, { passphrase, field }))
  if (pieces.length === 0) throw new AppError('bad_input', { field: 'text', expected: CERTIFICATE, got: NOTHING })
  const certificates = listOnce(
    pieces.flatMap((piece) => piece.certificates),
    ({ der }) => toHex(der),
  )
  if (certificates.length > MAX_CERTIFICATES)
    throw new AppError('too_large', { field: 'text', limit: MAX_CERTIFICATES, got: certificates.length })
  const keys = pieces.flatMap((piece) => piece.keys)
  return {
    certificates,
    keys: listOnce(keys.filter(isPrivateFound), ({ key }) => toNumbersText(key)),
    others: [...new Set([...pieces.flatMap((piece) => piece.others), ...(keys.every(isPrivateFound) ? [] : ['PUBLIC KEY'])])],
  }
}

const CERTIFICATE: Text = { en: 'a certificate', zh: '证书' }
const NOTHING: Text = { en: 'nothing', zh: '空' }

const isPrivateFound = (found: FoundKey): found is PrivateFound => isPrivate(found.key)
const toNumbersText = ({ secret }: PrivateKey): string => (secret instanceof Uint8Array ? toHex(secret) : String(secret.d))

function listOnce<T>(all: readonly T[], toName: (one: T) => string): T[] {
  return [...new Map(all.toReversed().map((one) => [toName(one), one])).values()].toReversed()
}

async function readFiles({ file, keyFile, chainFile }: ConvertInput): Promise<Source[]> {
  const sources: Source[] = []
  for (const [field, blob] of Object.entries({ file, keyFile, chainFile })) {
    if (!blob) continue
    if (blob.size > MAX_BYTES) throw new AppError('too_large', { field, limit: MAX_BYTES, got: blob.size })
    sources.push({ field, bytes: await readBlob(blob) })
  }
  return sources
}

type Opening = { readonly passphrase: string; readonly field: string }

async function readFile(bytes: Bytes, opening: Opening): Promise<Piece> {
  if (bytes.length === 0) throw new AppError('bad_input', { field: opening.field, expected: CERTIFICATE, got: NOTHING })
  const text = findReadable(bytes)
  return text === undefined ? readBinary(bytes, opening) : readText(text, opening)
}

/** PEM with whatever stands around it, keys in any other form of text, or bare Base64. */
async function readText(text: string, opening: Opening): Promise<Piece> {
  const blocks = listPem(text, opening.field).filter(({ label }) => !isKeyLabel(label))
  const rest = withoutPem(text, (label) => !isKeyLabel(label))
  const hasKey = KEY_TEXT.test(rest) || isJson(rest)
  if (blocks.length === 0 && !hasKey) {
    // Refuses what is no Base64.
    const [block] = listBlocks(text, undefined)
    return block ? readBinary(block.der, opening) : EMPTY
  }
  const read: Piece[] = []
  for (const block of blocks) read.push(await readBlock(block, opening))
  const keys = hasKey ? await readKeys({ text: rest, ...opening }) : []
  return join([...read, { ...EMPTY, keys }])
}

const EMPTY: Piece = { certificates: [], keys: [], others: [] }
const isKeyLabel = (label: string): boolean => label.endsWith('PRIVATE KEY')
const KEY_TEXT = /-----BEGIN [A-Z ]*PRIVATE KEY-----|^PuTTY-User-Key-File-/m

/** Whether what stands beside blocks of PEM may be a JWK; words in brackets are none. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function readBlock(block: Block, { passphrase }: Opening): Promise<Piece> {
  const inside = await unpackBlock(block, passphrase)
  return toPiece(inside)
}

async function readBinary(bytes: Bytes, opening: Opening): Promise<Piece> {
  if (isJks(bytes)) return toPiece(openJks(bytes, opening.passphrase).map(toBlock))
  if (isPkcs12(bytes)) return toPiece((await openPkcs12(bytes, opening.passphrase)).map(toBlock))
  const pieces: Piece[] = []
  for (const block of listBlocks('', bytes)) pieces.push(await readUnnamed(block, opening))
  return join(pieces)
}

type Named = Block & { readonly name?: string | undefined }

const toBlock = ({ kind, der, friendlyName }: Pkcs12Item): Named => ({ label: LABELS[kind], der, name: friendlyName })

/** DER that no word names: a bundle, a certificate, else a key, which may be locked. */
async function readUnnamed(block: Block, opening: Opening): Promise<Piece> {
  const inside = await unpackBlock(block, opening.passphrase)
  if (!inside.includes(block)) return toPiece(inside)
  if (isCertificate(block.der)) return toPiece([{ ...block, label: LABELS.certificate }])
  return { ...EMPTY, keys: await readKeys({ text: '', file: block.der, ...opening }) }
}

function isCertificate(der: Uint8Array): boolean {
  try {
    splitCertificate(der)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function toPiece(blocks: readonly Named[]): Piece {
  const isNamed = ({ label }: Named) => CERTIFICATE_LABEL.test(label)
  const isKey = ({ label }: Named) => label === LABELS.key
  return {
    certificates: blocks.filter(isNamed).map(({ der, name }) => ({ ...readChainCertificate(der), name })),
    keys: blocks.filter(isKey).map(({ der }) => readDerKey(der)),
    others: blocks.filter((block) => !isNamed(block) && !isKey(block)).map(({ label }) => label),
  }
}

const CERTIFICATE_LABEL = /^(?:X509 |TRUSTED )?CERTIFICATE$/

const join = (pieces: readonly Piece[]): Piece => ({
  certificates: pieces.flatMap(({ certificates }) => certificates),
  keys: pieces.flatMap(({ keys }) => keys),
  others: pieces.flatMap(({ others }) => others),
})
