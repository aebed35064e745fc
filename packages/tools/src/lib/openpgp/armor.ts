import { parseBase64, toBase64 } from '../radix-text.ts'
import type { Bytes } from '../bytes.ts'

/** A part of a text that is OpenPGP: what its first line calls it, and its packets; of a signed text also that text. */
export type Block = {
  readonly label: string
  readonly bytes: Bytes
  /** Of a text that was signed in the clear, as it is hashed: lines end with CR and LF, without blanks before. */
  readonly cleartext?: Bytes
  /** The sum behind it differs: something was changed on the way. */
  readonly isSumWrong: boolean
}

const MARK = /^-----(BEGIN|END) PGP ([A-Z0-9 ,/]+)-----[ \t]*$/

/** The blocks of a text (RFC 9580 §6.2), and texts signed in the clear (§7). Throws `bad_input` for what is no base64. */
export function listBlocks(text: string, field: string): Block[] {
  const lines = text.split(/\r?\n/)
  const blocks: Block[] = []
  let clear: string[] | undefined
  for (let at = 0; at < lines.length; at++) {
    const [, word, label = ''] = MARK.exec(lines[at]!.trimStart()) ?? []
    if (word !== 'BEGIN') continue
    const begin = at + 1
    if (label === 'SIGNED MESSAGE') {
      const body = findBody(lines, begin)
      const end = findLine(lines, body, (line) => line.startsWith('-----BEGIN PGP SIGNATURE'))
      if (end === -1) break
      clear = lines.slice(body, end)
      at = end - 1
      continue
    }
    const end = findLine(lines, begin, (line) => MARK.test(line.trimStart()))
    if (end === -1) break
    const body = Math.min(findBody(lines, begin), end)
    const content = lines.slice(body, end).map((line) => line.trim())
    const sum = content.at(-1)?.startsWith('=') ? content.pop() : undefined
    const bytes = parseBase64(content.join(''), field)
    const isSumWrong = /^=[\w+/]{4}$/.test(sum ?? '') && sum !== `=${toSumText(bytes)}`
    blocks.push({ label, bytes, isSumWrong, ...(clear && { cleartext: toSignedBytes(clear) }) })
    clear = undefined
    at = end
  }
  return blocks
}

/** The first such line from one on; -1 if there is none. */
function findLine(lines: readonly string[], from: number, isIt: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (isIt(lines[at]!)) return at
  return -1
}

/** The line behind the headers and the empty one that ends them; headers may be left out with it. */
function findBody(lines: readonly string[], begin: number): number {
  let at = begin
  while (/^[A-Za-z][\w-]*: /.test(lines[at] ?? '') || lines[at]?.startsWith('Hash:') === true) at++
  return (lines[at] ?? '').trim() === '' ? at + 1 : at
}

/** What is hashed of a text signed in the clear: without the dashes put in front, and without blanks at the ends of lines. */
function toSignedBytes(lines: readonly string[]): Bytes {
  const plain = lines.map((line) => line.replace(/^- /, '').replace(/[ \t\r]+$/, ''))
  return new TextEncoder().encode(plain.join('\r\n'))
}

const POLYNOMIAL = 0x1864cfb

/** The sum behind a block (CRC-24, RFC 9580 §6.1) in base64. */
function toSumText(bytes: Uint8Array): string {
  let sum = 0xb704ce
  for (const byte of bytes) {
    sum ^= byte << 16
    for (let bit = 0; bit < 8; bit++) {
      sum <<= 1
      if (sum & 0x1000000) sum ^= POLYNOMIAL
    }
  }
  return btoa(String.fromCharCode((sum >> 16) & 255, (sum >> 8) & 255, sum & 255))
}

const LINE = /.{1,64}/g

/** A block of a text (RFC 9580 §6.2). The sum behind it is for programs that miss it, and left out for keys of version 6 (§6.1). */
export function writeBlock(label: string, bytes: Uint8Array, { hasSum = true }: { hasSum?: boolean } = {}): string {
  const lines = toBase64(bytes).match(LINE) ?? []
  return `-----BEGIN PGP ${label}-----\n\n${lines.join('\n')}\n${hasSum ? `=${toSumText(bytes)}\n` : ''}-----END PGP ${label}-----\n`
}

/** A text signed in the clear, as it is written and as it is hashed (RFC 9580 §7). The signature follows as a block. */
export function writeCleartext(text: string, hash: string): { written: string; signed: Bytes } {
  const lines = text.split(/\r?\n/)
  const escaped = lines.map((line) => (/^(?:-|From )/.test(line) ? `- ${line}` : line))
  return {
    written: `-----BEGIN PGP SIGNED MESSAGE-----\nHash: ${hash}\n\n${escaped.join('\n')}\n`,
    signed: toSignedBytes(escaped),
  }
}
