import type { Text } from '@octet/core/text.ts'

/** What `inet_aton` makes of a text, and why a strict reader refuses it. */
export type LooseReading = { readonly value: bigint; readonly parts: readonly LoosePart[]; readonly note: Text | undefined }
export type LoosePart = { readonly text: string; readonly base: 8 | 10 | 16; readonly value: bigint }

/**
 * Reads an IPv4 address as BSD's `inet_aton` does, and with it many programs: one to four numbers, each decimal,
 * octal (leading 0) or hexadecimal (0x), the last one filling all bytes that are left. Undefined when even that fails.
 */
export function readLoose(text: string): LooseReading | undefined {
  const parts: LoosePart[] = []
  for (const part of text.trim().split('.')) {
    const read = readPart(part)
    if (!read || parts.length === 4) return undefined
    parts.push(read)
  }
  const last = parts.at(-1)!
  const room = 8n * BigInt(5 - parts.length)
  if (parts.slice(0, -1).some(({ value }) => value > 255n) || last.value >> room > 0n) return undefined
  const head = parts.slice(0, -1).reduce((value, part) => (value << 8n) | part.value, 0n)
  return { value: (head << room) | last.value, parts, note: explain(text.trim(), parts) }
}

function readPart(text: string): LoosePart | undefined {
  if (/^0x[\da-f]+$/i.test(text)) return { text, base: 16, value: BigInt(text) }
  if (/^0[0-7]+$/.test(text)) return { text, base: 8, value: BigInt(`0o${text.slice(1)}`) }
  return /^(?:0|[1-9]\d*)$/.test(text) ? { text, base: 10, value: BigInt(text) } : undefined
}

/** RFC 6943 §3.1.1: such spellings are read differently by different programs, which has been used to pass filters. */
function explain(text: string, parts: readonly LoosePart[]): Text | undefined {
  const odd = parts.filter(({ base }) => base !== 10)
  if (odd.length === 0 && parts.length === 4) return undefined
  const words = odd.map(({ text: part, base, value }) => ({
    en: `“${part}” is ${base === 8 ? 'octal' : 'hexadecimal'} for ${value}`,
    zh: `“${part}”是${base === 8 ? '八' : '十六'}进制的 ${value}`,
  }))
  if (parts.length < 4) {
    const count = 5 - parts.length
    words.push({
      en: `the last of ${parts.length} numbers fills ${count} bytes`,
      zh: `共 ${parts.length} 个数，最后一个占 ${count} 字节`,
    })
  }
  const isPlainOctal = odd.some(({ base }) => base === 8)
  return {
    en: `inet_aton reads ${text} so: ${words.map(({ en }) => en).join('; ')}.${isPlainOctal ? ' Strict parsers refuse leading zeros, others read them as decimal: never trust such a spelling in a filter.' : ''}`,
    zh: `inet_aton 这样读取 ${text}：${words.map(({ zh }) => zh).join('；')}。${isPlainOctal ? '严格的解析器拒绝前导零，也有程序按十进制读取：过滤规则中切勿信任这种写法。' : ''}`,
  }
}
