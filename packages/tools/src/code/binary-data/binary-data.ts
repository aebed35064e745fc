import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { readBlob, toHex, type Bytes } from '../../lib/bytes.ts'
import { isJson } from '../../lib/json/is-json.ts'
import { parseJsonTree } from '../../lib/json/tree.ts'
import { writeJson } from '../../lib/json/write.ts'
import { encodeScheme } from '../../lib/text-codec.ts'
import { readWritten, type Written } from '../../lib/written-bytes.ts'
import { FORMAT_WORDS, listFits, RULES, type Format } from './formats.ts'
import { listRows, type Row } from './list-rows.ts'
import { writeNotation } from './notation.ts'
import type { Fault, Tree } from './part.ts'
import { isFrame } from './protobuf.ts'
import { listDoubleKeys, toJsonNode } from './to-json.ts'
import { CBOR } from './write-cbor.ts'
import { MSGPACK } from './write-msgpack.ts'
import { writeValues } from './write-values.ts'

type Input = {
  readonly text: string
  readonly file?: Blob | undefined
  readonly direction: 'auto' | 'read' | 'write'
  readonly format: Format | 'auto'
  readonly written: Written
}

type Output = {
  text: string
  direction: 'read' | 'write'
  format: Format
  sizeBytes: number
  json?: string
  rows: Row[]
  file?: Blob
  notes: string[]
}

const INDENT = '  '
const FOLD_WIDTH = 76
const WRITERS = { cbor: CBOR, msgpack: MSGPACK }

/** Takes a binary format apart, or writes JSON in one; `auto` writes what is JSON. */
export async function runBinaryData(input: Input, lang: Lang): Promise<Output> {
  const given = input.file && (await readBlob(input.file))
  if (input.direction === 'write' || (input.direction === 'auto' && !given && isMeantAsJson(input.text)))
    return write(given ? new TextDecoder().decode(given) : input.text, input, lang)
  const { bytes, notes } = given ? { bytes: given, notes: [] } : readWritten(input.text, lang)
  return read(bytes, { wanted: input.format, field: given ? 'file' : 'text', notes, lang })
}

/** Digits alone are hex. */
const isMeantAsJson = (text: string): boolean => /^\s*(?:[[{"]|(?:true|false|null)\s*$)/.test(text) && isJson(text)

type Reading = { readonly wanted: Format | 'auto'; readonly field: string; readonly notes: string[]; readonly lang: Lang }

function read(bytes: Bytes, { wanted, field, notes, lang }: Reading): Output {
  const { format, tree, others } = findFormat(bytes, wanted, field)
  const { parts, fault } = tree
  const { notation, hasJson } = RULES[format]
  const [first] = parts
  if (!first) throw refuse(field, fault)
  const { rows, count } = listRows(parts, lang)
  return {
    text: writeNotation(parts, notation),
    direction: 'read',
    format,
    sizeBytes: bytes.length,
    ...(hasJson && parts.length === 1 && { json: writeJson(toJsonNode(first), { indent: INDENT, foldWidth: FOLD_WIDTH }) }),
    rows,
    notes: [
      ...notes,
      ...(fault ? [toFaultNote(fault, lang)] : []),
      ...listReadNotes(bytes, { format, tree, others }, lang),
      ...(count > rows.length ? [toMoreNote(rows.length, count, lang)] : []),
    ],
  }
}

type Found = { readonly format: Format; readonly tree: Tree; readonly others: readonly Format[] }

function findFormat(bytes: Bytes, wanted: Format | 'auto', field: string): Found {
  if (bytes.length === 0) throw refuse(field)
  if (wanted !== 'auto') return { format: wanted, tree: RULES[wanted].read(bytes), others: [] }
  const [best, ...others] = listFits(bytes)
  if (!best) throw refuse(field, undefined, bytes)
  return { ...best, others: others.filter(({ score }) => score > best.score - 1).map(({ format }) => format) }
}

function refuse(field: string, fault?: Fault, bytes?: Bytes): AppError {
  if (fault) return new AppError('bad_input', { field, expected: toPlaced(fault), got: fault.got })
  return new AppError('bad_input', { field, expected: ANY, got: bytes ? `${toHex(bytes.subarray(0, 8), ' ')} …` : NOTHING })
}

const listNames = (lang: Lang): string[] => Object.values(FORMAT_WORDS).map((words) => words[lang])
const ANY = {
  en: `${listNames('en').join(', ')} data that reads to its last byte; choose a format to see how far it reads`,
  zh: `能完整读到末尾的 ${listNames('zh').join('、')} 数据；如需查看能读到哪里，请指定格式`,
}
const NOTHING = { en: 'nothing', zh: '空内容' }

const toPlaced = ({ at, expected }: Fault) => ({ en: `${expected.en} at byte ${at}`, zh: `第 ${at} 字节处 ${expected.zh}` })

function toFaultNote({ at, expected, got }: Fault, lang: Lang): string {
  const came = typeof got === 'string' ? got : got[lang]
  return lang === 'en'
    ? `At byte ${at}: expected ${expected.en}, got ${came}. What came before is shown.`
    : `第 ${at} 字节处：应为 ${expected.zh}，实为 ${came}。之前的内容如上。`
}

function listReadNotes(bytes: Bytes, { format, tree, others }: Found, lang: Lang): string[] {
  const double = [...new Set(listDoubleKeys(tree.parts))]
  return [
    ...(format === 'protobuf' && isFrame(bytes)
      ? [{ en: 'The five bytes of a gRPC frame come first.', zh: '开头是 5 字节的 gRPC 帧首部。' }]
      : []),
    ...(double.length > 0
      ? [{ en: `Keys that stand twice in one map: ${double.join(', ')}`, zh: `同一映射中重复的键：${double.join('、')}` }]
      : []),
    ...(others.length > 0
      ? [
          {
            en: `It reads as ${others.map((other) => FORMAT_WORDS[other].en).join(' and as ')} too.`,
            zh: `也可按 ${others.map((other) => FORMAT_WORDS[other].zh).join('、')} 读取。`,
          },
        ]
      : []),
  ].map((note) => note[lang])
}

function toMoreNote(shown: number, count: number, lang: Lang): string {
  return lang === 'en'
    ? `The table has the first ${shown} of ${countOf(count, 'value')}.`
    : `表格列出前 ${shown} 个值，共 ${count} 个。`
}

function write(text: string, { format, written }: Input, lang: Lang): Output {
  const chosen = format === 'auto' ? 'cbor' : format
  if (chosen !== 'cbor' && chosen !== 'msgpack')
    throw new AppError('unsupported_value', {
      got: FORMAT_WORDS[chosen],
      reason: { en: 'only CBOR and MessagePack are written', zh: '只能写成 CBOR 或 MessagePack' },
    })
  const { bytes, rounded } = writeValues(parseJsonTree(text), WRITERS[chosen])
  const { rows, count } = listRows(RULES[chosen].read(bytes).parts, lang)
  return {
    text: written === 'base16' ? toHex(bytes) : encodeScheme(bytes, { scheme: written, custom: '', padding: 'auto', wrap: 0 }),
    direction: 'write',
    format: chosen,
    sizeBytes: bytes.length,
    rows,
    file: new File([bytes], `data.${chosen}`, { type: chosen === 'cbor' ? 'application/cbor' : 'application/vnd.msgpack' }),
    notes: [
      ...(rounded.length > 0 ? [toRoundedNote(rounded, lang)] : []),
      ...(count > rows.length ? [toMoreNote(rows.length, count, lang)] : []),
    ],
  }
}

function toRoundedNote(rounded: readonly string[], lang: Lang): string {
  const [first = ''] = rounded
  const example = first.length > 40 ? `${first.slice(0, 40)}…` : first
  return lang === 'en'
    ? `${countOf(rounded.length, 'number')} rounded to 64 bits of floating point, such as ${example}`
    : `${rounded.length} 个数舍入为 64 位浮点数，如 ${example}`
}
