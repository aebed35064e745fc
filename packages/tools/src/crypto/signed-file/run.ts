import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob, toBytes, toHex, toSizeText, type Bytes } from '../../lib/bytes.ts'
import { findText } from '../../lib/charset.ts'
import { listPem, toPem } from '../../lib/pem.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import { isMailOfParts } from '../../lib/is-signed-mail.ts'
import { isOtherText, listBlocks } from '../../lib/x509/blocks.ts'
import { unpackBlock } from '../../lib/x509/bundle.ts'
import { readCms, readMail, readPdf, readProgramSignatures, type Found, type FoundSignature, type Given } from './read-file.ts'
import { readProgram } from './read-program.ts'
import { findToken } from './read-timestamp.ts'
import { isCms } from '../../lib/is-cms.ts'
import { toPerson, toRow, type Row } from './to-row.ts'
import { toShortState } from './words.ts'

type Input = { text: string; file?: Blob | undefined; original?: Blob | undefined; trusted: string }
type Output = {
  text: string
  signatures: Row[]
  content?: string
  certificates?: string
  file?: Blob
  notes: string[]
}

/** Larger files take more memory than a page has: parts of it are copied. */
const MAX_BYTES = 128 * 1024 * 1024
/** Certificates that are taken as trusted: a browser has some 150. */
const MAX_TRUSTED = 300
/** Characters of a signed text that are shown. */
const MAX_SHOWN = 20_000

/**
 * Checks every signature of a PDF, of CMS (.p7m, .p7s), of a mail or of a program of Windows.
 * Throws `missing_input`, `too_large`, `unsupported_value`, `bad_input`.
 */
export async function checkFile({ text, file, original, trusted }: Input, { now, lang }: Host): Promise<Output> {
  const given: Given = {
    original: original && (await readWithin(original, 'original')),
    trusted: trusted.trim() ? await readTrusted(trusted) : [],
  }
  const { found, type } = await readGiven({ text, file }, given)
  const rows = found.signatures.map((one) => toRow(one, { trusted: given.trusted, lang }))
  const notes = [...found.notes, ...found.signatures.flatMap((one) => listNotes(one, now())), ...listTrustNotes(rows, given)]
  const shown = found.content && type !== 'pdf' ? findText(found.content, 'utf-8') : undefined
  return {
    text: rows.length > 0 ? rows.map((row, i) => toLine(row, found.signatures[i]!, lang)).join('\n') : UNSIGNED[lang],
    signatures: rows,
    ...(shown !== undefined && !shown.includes('\0') && { content: shown.slice(0, MAX_SHOWN) }),
    ...(found.certificates.length > 0 && { certificates: toPemText(found.certificates) }),
    ...(found.content && { file: new File([found.content], toContentName(file, type)) }),
    notes: [...new Set(notes.map((note) => note[lang]))],
  }
}

async function readGiven({ text, file }: Pick<Input, 'text' | 'file'>, given: Given): Promise<{ found: Found; type: Type }> {
  try {
    return file ? await readBytes(await readWithin(file, 'file'), given) : await readText(text, given)
  } catch (error) {
    throw error instanceof RangeError ? toDamaged(error) : error
  }
}

type Type = 'pdf' | 'cms' | 'mail' | 'program'
/** What the signed content is saved as. */
const NAMES: Readonly<Record<Type, string>> = {
  pdf: 'signed.pdf',
  cms: 'content.bin',
  mail: 'content.eml',
  program: 'signed.exe',
}

/** `order.xml.p7m` holds `order.xml`. */
function toContentName(file: Blob | undefined, type: Type): string {
  const [, inner] = /^(.+\.\w+)\.(?:p7m|p7s|p7b|p7)$/i.exec(file instanceof File ? file.name : '') ?? []
  return type === 'cms' && inner ? inner : NAMES[type]
}

const UNSIGNED: Text = { en: 'Not signed', zh: '未签名' }

async function readWithin(blob: Blob, field: string): Promise<Bytes> {
  if (blob.size <= MAX_BYTES) return readBlob(blob)
  throw new AppError('too_large', { field, limit: toSizeText(MAX_BYTES), got: toSizeText(blob.size) })
}

async function readTrusted(text: string): Promise<Uint8Array[]> {
  const blocks = await Promise.all(listBlocks(text, undefined).map((block) => unpackBlock(block, '')))
  return blocks
    .flat()
    .map(({ der }) => der)
    .slice(0, MAX_TRUSTED)
}

/** A text: PEM, a mail, or the Base64 of anything. */
async function readText(text: string, given: Given): Promise<{ found: Found; type: Type }> {
  if (!text.trim())
    throw new AppError('missing_input', {
      field: 'file',
      act: { en: 'choose', zh: '选择' },
      label: { en: 'Signed file', zh: '已签名的文件' },
    })
  const bytes = new TextEncoder().encode(text)
  const [block] = listPem(text, 'text')
  if (block) return { found: await readCms(block.der, given), type: 'cms' }
  if (isMailOfParts(bytes)) return readBytes(bytes, given)
  if (isOtherText(text.trim())) throw new AppError('unsupported_value', { got: text.trim().slice(0, 40), reason: EXPECTED })
  return readBytes(parseBase64(text, 'text'), given)
}

async function readBytes(bytes: Bytes, given: Given): Promise<{ found: Found; type: Type }> {
  if (isCms(bytes)) return { found: await readCms(bytes, given), type: 'cms' }
  const token = findToken(bytes)
  if (token) return { found: await readCms(toBytes(token), given), type: 'cms' }
  // Some bytes may stand before it (ISO 32000-1 Annex H, note 13).
  if (toHex(bytes.subarray(0, 1024)).includes('255044462d')) return { found: await readPdf(bytes, given), type: 'pdf' }
  const program = readProgram(bytes)
  if (program) return { found: await readProgramSignatures(program, given), type: 'program' }
  if (isMailOfParts(bytes)) return { found: await readMail(bytes, given), type: 'mail' }
  const text = findText(bytes, 'utf-8')
  if (text !== undefined && /^[\s\w+/=-]{8,}/.test(text) && (text.includes('-----BEGIN') || isBase64(text)))
    return readText(text, given)
  throw new AppError('unsupported_value', { got: toName(bytes), reason: EXPECTED })
}

const isBase64 = (text: string): boolean => /^[\s\w+/=-]*$/.test(text) && text.trim().startsWith('MI')

const toDamaged = (cause: unknown): AppError =>
  new AppError(
    'unsupported_value',
    {
      got: { en: 'the file', zh: '文件' },
      reason: { en: 'it is damaged or part of it is missing', zh: '已损坏或不完整' },
    },
    { cause },
  )

const toName = (bytes: Bytes): Text | string =>
  bytes.length === 0
    ? { en: 'an empty file', zh: '空文件' }
    : bytes[0] === 0x50 && bytes[1] === 0x4b
      ? 'ZIP'
      : `0x${toHex(bytes.subarray(0, 4))}…`

const EXPECTED: Text = {
  en: 'PDF, CMS (.p7m, .p7s), mails with S/MIME and programs of Windows are read; Office files, JAR and APK are not',
  zh: '支持 PDF、CMS（.p7m、.p7s）、S/MIME 邮件与 Windows 程序，不支持 Office 文档、JAR 与 APK',
}

const UNKNOWN: Text = { en: 'unknown signer', zh: '签署人未知' }

function toLine({ state, signedAt }: Row, { certificate }: FoundSignature, lang: Lang): string {
  const who = certificate ? toPerson(certificate) : UNKNOWN[lang]
  const words = lang === 'zh' ? `${toShortState(state).zh}：${who}` : `${toShortState(state).en}: ${who}`
  return signedAt ? `${words}${lang === 'zh' ? '，' : ', '}${signedAt}` : words
}

function toPemText(certificates: readonly Uint8Array[]): string {
  return [...new Set(certificates.map((der) => toPem('CERTIFICATE', der)))].join('')
}

/** What a reader should know of one signature beside its outcome. */
function listNotes({ state, certificate, timestamp, time, pdf, algorithm }: FoundSignature, now: Date): Text[] {
  if (!certificate) return []
  const who = toPerson(certificate)
  const isStamped = timestamp?.state === 'valid'
  const at = isStamped ? timestamp.time : (time ?? pdf?.time)
  const { notBefore, notAfter } = certificate
  const isOutside = at !== undefined && (new Date(at) < new Date(notBefore) || new Date(at) > new Date(notAfter))
  const isExpired = new Date(notAfter) < now
  const notes: (Text | false)[] = [
    timestamp !== undefined &&
      !isStamped &&
      state === 'valid' && {
        en: `${who}: the time stamp does not hold or could not be checked`,
        zh: `${who}：时间戳无效或无法校验`,
      },
    isOutside && {
      en: `${who}: the certificate was not valid when it was signed (${notBefore} to ${notAfter})`,
      zh: `${who}：签署时证书不在有效期内（${notBefore} 至 ${notAfter}）`,
    },
    isExpired &&
      !isStamped &&
      !isOutside && {
        en: `${who}: the certificate expired at ${notAfter}, and without a time stamp nobody can tell whether it was signed before`,
        zh: `${who}：证书已于 ${notAfter} 过期，且无时间戳，无法证明是在过期前签署`,
      },
    algorithm.endsWith('SHA-1') && {
      en: `${who}: SHA-1 is broken; two files with one signature can be made`,
      zh: `${who}：SHA-1 已被攻破，可以造出签名相同的两个文件`,
    },
  ]
  return notes.filter((note) => note !== false)
}

function listTrustNotes(rows: readonly Row[], { trusted }: Given): Text[] {
  if (trusted.length > 0 || !rows.some(({ state }) => state === 'valid' || state === 'extended')) return []
  return [
    {
      en: 'Anyone can make a certificate in any name. Whether this one is who it says is told by its issuer: compare the fingerprint, or give the certificates that you trust',
      zh: '任何人都能以任意名义自制证书。签署人是否属实取决于颁发者：请核对指纹，或在“信任的证书”中提供您信任的证书',
    },
  ]
}
