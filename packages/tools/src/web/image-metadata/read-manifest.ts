import type { Text } from '@octet/core/text.ts'
import { toSizeText } from '../../lib/bytes.ts'

export type Manifest = { readonly fields: readonly (readonly [Text, string, string])[]; readonly marks: readonly Text[] }

/** The claims stand at its beginning; behind them come small pictures. */
const MAX_BYTES = 1024 * 1024
const MAX_NAME_CHARS = 200
const SOURCE = /digitalsourcetype\/(\w{1,60})/
const MADE: Readonly<Record<string, Text>> = {
  trainedAlgorithmicMedia: { en: 'Content Credentials: made by a generative model', zh: '内容凭证：由生成式模型制作' },
  compositeWithTrainedAlgorithmicMedia: {
    en: 'Content Credentials: partly made by a generative model',
    zh: '内容凭证：部分由生成式模型制作',
  },
}

/**
 * What a C2PA manifest (C2PA 2.2 §11: JUMBF boxes of CBOR) says of its maker. It is looked for, not verified: neither hashes nor
 * signatures are checked. Nothing where the boxes are of another kind.
 */
export function readManifest(bytes: Uint8Array): Manifest | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_BYTES))
  if (!text.includes('c2pa')) return undefined
  const program = findText(text, '\x6fclaim_generator') ?? findName(text)
  const source = SOURCE.exec(text)?.[1]
  return {
    fields: [
      [{ en: 'Size', zh: '大小' }, 'C2PA', toSizeText(bytes.length)],
      ...(program ? [[{ en: 'Made with', zh: '制作程序' }, 'claim_generator', program] as const] : []),
      ...(source ? [[{ en: 'Source', zh: '来源类型' }, 'digitalSourceType', source] as const] : []),
    ],
    marks: source && MADE[source] ? [MADE[source]] : [],
  }
}

/** The text behind a CBOR key (RFC 8949 §3.1, major type 3). */
function findText(text: string, key: string): string | undefined {
  const at = text.indexOf(key)
  if (at < 0) return undefined
  const head = text.charCodeAt(at + key.length)
  const [size, from] =
    head >= 0x60 && head < 0x78 ? [head - 0x60, 1] : head === 0x78 ? [text.charCodeAt(at + key.length + 1), 2] : [0, 0]
  const start = at + key.length + from
  return size ? decodeUtf8(text.slice(start, start + Math.min(size, MAX_NAME_CHARS))) : undefined
}

/** Since version 2 of the claim a map holds the name. */
function findName(text: string): string | undefined {
  const at = text.indexOf('\x74claim_generator_info')
  return at < 0 ? undefined : findText(text.slice(at, at + 400), '\x64name')
}

const decodeUtf8 = (latin: string): string => new TextDecoder().decode(Uint8Array.from(latin, (sign) => sign.charCodeAt(0)))
