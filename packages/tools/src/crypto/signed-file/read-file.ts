import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { sha1 } from '@noble/hashes/legacy.js'
import { equalBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { checkCms, findChain, type CheckedSignature } from './check-cms.ts'
import { findDigest } from './check-signer.ts'
import { readSignedMail } from './read-mail.ts'
import { listPdfSignatures, type PdfSignature } from './read-pdf.ts'
import { PROGRAM_CONTENT, readProgramHash, type Program } from './read-program.ts'
import { readTimestamp } from './read-timestamp.ts'
import { isCms } from '../../lib/is-cms.ts'
import { readSignedData, type SignedData } from './signed-data.ts'
import { MAX_SIGNATURES, type Purpose, type State } from './words.ts'

/** A signature of a file, with what the file says of it. */
export type FoundSignature = CheckedSignature & {
  readonly purpose: Purpose
  readonly pdf?: PdfSignature
  /** Bytes of a PDF that stand behind what it is over. */
  readonly addedBytes?: number
}

export type Found = {
  readonly signatures: readonly FoundSignature[]
  readonly certificates: readonly Uint8Array[]
  /** What is signed, where it is not the file itself. */
  readonly content?: Bytes
  readonly notes: readonly Text[]
}

export type Given = { readonly original: Bytes | undefined; readonly trusted: readonly Uint8Array[] }

/** Reads and checks a signature that stands alone, or around what it is over (.p7s, .p7m). Throws `unsupported_value`. */
export async function readCms(cms: Bytes, { original, trusted }: Given): Promise<Found> {
  const data = need(readSignedData(cms))
  const isTimestamp = data.contentType === TIMESTAMP
  if (isTimestamp) return readToken(cms, data, { original, trusted })
  const content = data.content ?? original
  const signatures = await checkCms(data, { contentType: data.contentType, content }, trusted)
  const isOther = data.content !== undefined && original !== undefined && !equalBytes(data.content, original)
  return {
    signatures: signatures.map((one) => ({ ...one, purpose: 'signature' })),
    certificates: data.certificates,
    ...(data.content && { content: toBytes(data.content) }),
    notes: [...(isOther ? [OTHER_CONTENT] : []), ...(data.signers.length > MAX_SIGNATURES ? [TOO_MANY] : [])],
  }
}

const TIMESTAMP = '1.2.840.113549.1.9.16.1.4'
const OTHER_CONTENT: Text = {
  en: 'The signed content is in the signature itself, and the file that you gave as the original is another',
  zh: '被签名的内容就在签名文件内，与您提供的原文件不同',
}

async function readToken(token: Bytes, data: SignedData, { original, trusted }: Given): Promise<Found> {
  const stamp = await checkToken(token, data, { original, trusted })
  return { signatures: stamp ? [{ ...stamp, purpose: 'timestamp' }] : [], certificates: data.certificates, notes: [] }
}

/** A time stamp as a signature of its own. */
async function checkToken(
  token: Bytes,
  { certificates }: SignedData,
  { original, trusted }: Given,
): Promise<CheckedSignature | undefined> {
  const stamp = await readTimestamp(token, original, trusted)
  return stamp && { ...stamp, timestamp: stamp, ...(await findChain(stamp.certificate, [...certificates, ...trusted])) }
}

/** Reads and checks a mail of S/MIME. Throws `unsupported_value`, `bad_input`. */
export async function readMail(bytes: Bytes, { trusted }: Given): Promise<Found> {
  const { content, cms } = readSignedMail(bytes)
  const found = await readCms(cms, { original: content, trusted })
  return content && !found.content ? { ...found, content } : found
}

/** Reads and checks the signatures of a PDF. */
export async function readPdf(file: Bytes, { trusted }: Given): Promise<Found> {
  const listed = listPdfSignatures(file)
  const signatures: FoundSignature[] = []
  const certificates: Uint8Array[] = []
  for (const pdf of listed.slice(0, MAX_SIGNATURES)) {
    const { found, data } = await checkPdfSignature(pdf, trusted)
    const addedBytes = isBlank(file.subarray(pdf.end)) ? 0 : file.length - pdf.end
    for (const one of found)
      signatures.push({
        ...one,
        purpose: pdf.format === 'ETSI.RFC3161' ? 'timestamp' : pdf.permission ? 'certification' : 'signature',
        pdf,
        addedBytes,
        ...(!pdf.isWhole && { state: 'gap' }),
      })
    certificates.push(...(data?.certificates ?? []))
  }
  // One that does not hold is over nothing, however far it reaches.
  const at = signatures.findLastIndex(({ state }) => state === 'valid')
  const last = signatures[at]
  if (last?.addedBytes) signatures[at] = { ...last, state: 'extended' }
  const isLeft = listed.length > MAX_SIGNATURES
  return {
    signatures,
    certificates,
    ...(last?.pdf && last.addedBytes && { content: file.slice(0, last.pdf.end) }),
    notes: [...(last?.addedBytes ? [toAddedNote(last.addedBytes)] : []), ...(isLeft ? [TOO_MANY] : [])],
  }
}

const TOO_MANY: Text = {
  en: `The first ${MAX_SIGNATURES} signatures are shown`,
  zh: `仅显示前 ${MAX_SIGNATURES} 个签名`,
}
const toAddedNote = (bytes: number): Text => ({
  en: `${bytes.toLocaleString('en')} bytes were added after the last valid signature, which none is over: proofs for later checks (LTV), or another page. The version that was signed can be saved here; compare the two`,
  zh: `最后一个有效签名之后文件又追加了 ${bytes.toLocaleString('en')} 字节，不受任何有效签名保护：可能是长期验证数据（LTV），也可能改了页面。可在此保存签署时的版本，请对比两者`,
})

/** White space that some programs write at the end. */
const isBlank = (bytes: Uint8Array): boolean => bytes.length < 16 && bytes.every((byte) => byte <= 0x20)

type PdfOutcome = { found: CheckedSignature[]; data?: SignedData }

async function checkPdfSignature(pdf: PdfSignature, trusted: readonly Uint8Array[]): Promise<PdfOutcome> {
  try {
    return await readPdfSignature(pdf, trusted)
  } catch (error) {
    // One that is damaged says nothing of the others.
    if (error instanceof RangeError) return { found: [toUnread('damaged', pdf.format)] }
    throw error
  }
}

async function readPdfSignature({ readContent, cms, format }: PdfSignature, trusted: readonly Uint8Array[]): Promise<PdfOutcome> {
  const data = isCms(cms) ? readSignedData(cms) : undefined
  if (!data) return { found: [toUnread('unsupported', format)] }
  const content = readContent()
  if (format === 'ETSI.RFC3161') {
    const stamp = await checkToken(cms, data, { original: content, trusted })
    return { data, found: [stamp ?? toUnread('unsupported', format)] }
  }
  // The old format has the hash of the file in it; of the others it is the file itself, whatever else is in them.
  const isHashed = format === 'adbe.pkcs7.sha1'
  const found = await checkCms(data, { contentType: data.contentType, content: isHashed ? data.content : content }, trusted)
  const isOther = isHashed && !(data.content && equalBytes(data.content, sha1(content)))
  return { data, found: isOther ? found.map((one) => toAltered(one)) : found }
}

const toUnread = (state: State, format: string): CheckedSignature => ({
  state,
  algorithm: format,
  chain: [],
  isBroken: false,
})

const toAltered = <T extends { state: State }>(one: T): T => (one.state === 'valid' ? { ...one, state: 'altered' } : one)

const NESTED = '1.3.6.1.4.1.311.2.4.1'

/** Checks the signatures of a program of Windows (Authenticode), those that are kept in another, too. */
export async function readProgramSignatures({ content, blocks }: Program, { trusted }: Given): Promise<Found> {
  const waiting = blocks.map((block) => need(readSignedData(block)))
  const signatures: FoundSignature[] = []
  const certificates: Uint8Array[] = []
  for (let data = waiting.shift(); data && signatures.length < MAX_SIGNATURES; data = waiting.shift()) {
    const found = await checkCms(data, { contentType: data.contentType, content: data.content }, trusted)
    const isSame = await holdsProgram(data, content)
    signatures.push(...found.map((one): FoundSignature => ({ ...(isSame ? one : toAltered(one)), purpose: 'signature' })))
    certificates.push(...data.certificates)
    for (const { unsigned } of data.signers) {
      const nested = unsigned.get(NESTED)
      if (nested) waiting.push(need(readSignedData(nested.raw)))
    }
  }
  return { signatures, certificates, notes: [] }
}

async function holdsProgram(data: SignedData, content: Bytes): Promise<boolean> {
  if (data.contentType !== PROGRAM_CONTENT || !data.content) return false
  const { oid, digest } = readProgramHash(data.content)
  const own = await findDigest(oid, content)
  return own !== undefined && equalBytes(own, digest)
}

function need(data: SignedData | undefined): SignedData {
  if (data) return data
  throw new AppError('unsupported_value', {
    got: 'CMS',
    reason: { en: 'it is not signed: it may be encrypted', zh: '其中没有签名，可能是加密内容' },
  })
}
