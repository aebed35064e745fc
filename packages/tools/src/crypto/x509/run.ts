import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob } from '../../lib/bytes.ts'
import { isBroken, toBrokenNote } from './algorithms.ts'
import { unpackBlock } from '../../lib/x509/bundle.ts'
import { isCrl } from './crl-parts.ts'
import type { DecodedCrl } from './crl.ts'
import { decodeBlock, isDecodable, type Decoded } from './decode.ts'
import { findNamed } from './named-certificate.ts'
import { listBlocks, type Block } from '../../lib/x509/blocks.ts'

/** Certificates and lists that one page shows. */
const MAX_BLOCKS = 20

type Input = { text: string; file?: Blob | undefined; passphrase: string; serial: string }
type Output = { text: string; certificates?: Decoded[]; revocationLists?: DecodedCrl[]; notes: string[] }

/** Reads every certificate, request and revocation list of a text or a file. Throws `unsupported_value`, `bad_input`, `wrong_passphrase`. */
export async function readCertificates({ text, file, passphrase, serial }: Input, { now, lang }: Host): Promise<Output> {
  const found = listBlocks(text, file ? await readBlob(file) : undefined)
  const blocks = (await Promise.all(found.map((block) => unpackBlock(block, passphrase)))).flat()
  const lists = blocks.filter(isCrl)
  const others = blocks.filter((block) => !lists.includes(block))
  const wanted = others.filter(isDecodable)
  const isAnyRead = wanted.length + lists.length > 0
  const shown = (isAnyRead ? wanted : others).slice(0, MAX_BLOCKS)
  const certificates = await Promise.all(shown.map((block) => decodeBlock(block, { now: now(), lang })))
  const read = await readLists(lists, { blocks: wanted, serial: parseSerial(serial), now: now(), lang })
  const notes = [
    ...listLeftOut(isAnyRead ? others.filter((block) => !wanted.includes(block)) : [], wanted.length),
    ...certificates.flatMap((certificate) => listNotes(certificate, now())),
    ...read.notes,
  ].map((note) => note[lang])
  return {
    text: [...certificates.map(({ subject }) => subject), ...read.lists.map(({ issuer }) => issuer)].join('\n'),
    ...(certificates.length > 0 && { certificates }),
    ...(lists.length > 0 && { revocationLists: read.lists }),
    notes,
  }
}

type ListOptions = { blocks: readonly Block[]; serial: string | undefined; now: Date; lang: Lang }

/** Reads the revocation lists, and looks up in them the certificates that came with them. */
async function readLists(lists: readonly Block[], { blocks, serial, now, lang }: ListOptions) {
  if (lists.length === 0) return { lists: [], notes: [] }
  const { decodeCrl, listRevoked, listCrlNotes } = await import('./crl.ts')
  const certificates = blocks.flatMap((block) => findNamed(block) ?? [])
  const shown = lists.slice(0, MAX_BLOCKS)
  const read: DecodedCrl[] = []
  for (const block of shown) read.push(await decodeCrl(block, { now, lang, serial, certificates }))
  const notes = read.flatMap((list, i) => [...listCrlNotes(list, { serial, now }), ...listRevoked(shown[i]!, certificates)])
  if (lists.length > MAX_BLOCKS)
    notes.unshift({
      en: `The first ${MAX_BLOCKS} of ${lists.length} revocation lists are shown`,
      zh: `共 ${lists.length} 个吊销列表，仅显示前 ${MAX_BLOCKS} 个`,
    })
  return { lists: read, notes }
}

/** Hexadecimal digits as serial numbers are shown; nothing for an empty field. Throws `bad_input`. */
function parseSerial(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^(-?)(?:0x)?([\da-f]+)$/i.exec(text.replaceAll(/[\s:]/g, '')) ?? []
  if (!text.trim()) return undefined
  if (!digits) throw new AppError('bad_input', { field: 'serial', expected: HEX_DIGITS, got: text.slice(0, 60) })
  const plain = digits.toLowerCase().replace(/^0+(?=.)/, '')
  return `${sign}${plain.padStart(plain.length + (plain.length % 2), '0')}`
}

const HEX_DIGITS: Text = { en: 'hexadecimal digits', zh: '十六进制数字' }

function listLeftOut(others: readonly Block[], count: number): Text[] {
  const labels = [...new Set(others.map(({ label }) => label))].join(', ')
  const notes: (Text | false)[] = [
    labels !== '' && { en: `Not decoded: ${labels}`, zh: `未解析：${labels}` },
    others.some(({ label }) => /PRIVATE KEY/.test(label)) && {
      en: 'There is a private key in this text; keep it secret. To see whether it belongs to the certificate, use /crypto/keys',
      zh: '这段内容含有私钥，请妥善保密；它与证书是否匹配，可用 /crypto/keys 判断',
    },
    count > MAX_BLOCKS && {
      en: `The first ${MAX_BLOCKS} of ${count} certificates are shown`,
      zh: `共 ${count} 个证书，仅显示前 ${MAX_BLOCKS} 个`,
    },
  ]
  return notes.filter((note) => note !== false)
}

function listNotes({ subject, notBefore, notAfter, daysLeft, signatureAlgorithm }: Decoded, now: Date): Text[] {
  const isEarly = notBefore !== undefined && new Date(notBefore) > now
  const notes: (Text | false)[] = [
    daysLeft !== undefined &&
      daysLeft < 0 && { en: `${subject}: expired at ${notAfter}`, zh: `${subject}：已于 ${notAfter} 过期` },
    daysLeft !== undefined &&
      daysLeft >= 0 &&
      daysLeft < 30 && { en: `${subject}: expires in ${countOf(daysLeft, 'day')}`, zh: `${subject}：${daysLeft} 天后过期` },
    isEarly && { en: `${subject}: not valid before ${notBefore}`, zh: `${subject}：${notBefore} 才生效` },
    isBroken(signatureAlgorithm) && toBrokenNote(subject, signatureAlgorithm),
  ]
  return notes.filter((note) => note !== false)
}
