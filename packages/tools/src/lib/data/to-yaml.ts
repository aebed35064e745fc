import { escapeYaml } from '@octet/core/escape-yaml.ts'
import { readText, type JsonNode, type JsonObject } from '../json/tree.ts'
import { cutEnd } from '../cut-end.ts'

/** Words and shapes that YAML 1.1 or 1.2 reads as something else than text. */
const NOT_PLAIN = /^(?:null|true|false|yes|no|on|off|y|n|[-+]?\.?(?:inf|nan)|[-+.\d].*|e[-+]?\d+|=|<<)$/i
const PLAIN = /^[\p{L}_/][\p{L}\p{N} _/.@+-]*$/u
// oxlint-disable-next-line no-control-regex -- these are the characters that a block text cannot hold
const UNBLOCKED = /[\0-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff\u2028\u2029]/

/** Writes a tree as YAML 1.2 that 1.1 reads alike; numbers keep their digits. Duplicate keys are refused by YAML readers. */
export function toYaml(node: JsonNode, { indent = 2 }: { indent?: number } = {}): string {
  const pad = ' '.repeat(Math.max(2, indent))
  const lines: string[] = []
  const write = (value: JsonNode, { outer, head }: { outer: string; head: string }): void => {
    if (value.type === 'object' && value.entries.length > 0) writeMap(value, outer, head)
    else if (value.type === 'array' && value.items.length > 0) writeList(value.items, outer, head)
    else lines.push(`${head}${head && !head.endsWith(' ') ? ' ' : ''}${toScalarText(value, outer, pad)}`)
  }
  const writeMap = ({ entries }: JsonObject, outer: string, head: string): void => {
    const isInline = head.endsWith('- ')
    if (head && !isInline) lines.push(head)
    entries.forEach(({ key, value }, index) => {
      const start = isInline && index === 0 ? head : outer
      write(value, { outer: value.type === 'array' ? outer : outer + pad, head: `${start}${toKeyText(key)}:` })
    })
  }
  const writeList = (items: readonly JsonNode[], outer: string, head: string): void => {
    const isInline = head.endsWith('- ')
    if (head && !isInline) lines.push(head)
    items.forEach((item, index) => write(item, { outer: `${outer}  `, head: `${isInline && index === 0 ? head : outer}- ` }))
  }
  write(node, { outer: '', head: '' })
  return `${lines.join('\n')}\n`
}

/** Numbers that JSON lacks, as YAML writes them. */
const NON_FINITE: Readonly<Record<string, string>> = { Infinity: '.inf', '-Infinity': '-.inf', NaN: '.nan' }

function toScalarText(node: JsonNode, outer: string, pad: string): string {
  if (node.type === 'object') return '{}'
  if (node.type === 'array') return '[]'
  if (node.type === 'number') return NON_FINITE[node.raw] ?? toNumberText(node.raw)
  if (node.type !== 'string') return node.raw
  const text = readText(node)
  return text.includes('\n') && isBlockText(text) ? toBlock(text, outer || pad) : toKeyText(text)
}

/** To YAML 1.1 a power of ten without a point and a sign is a text (float type, §2): `1e5` becomes `1.0e+5`. */
const toNumberText = (raw: string) =>
  raw.replace(
    /^(-?\d+)(\.\d+)?e([-+]?)(\d+)$/i,
    (_, whole: string, part = '.0', sign: string, power: string) => `${whole}${part}e${sign || '+'}${power}`,
  )

function toKeyText(text: string): string {
  const isPlain = text.length < 200 && PLAIN.test(text) && !NOT_PLAIN.test(text) && !text.endsWith(' ')
  return isPlain ? text : toQuoted(text)
}

/** A double-quoted scalar: JSON's escapes are YAML's, C1 characters and noncharacters are escaped besides. */
function toQuoted(text: string): string {
  return escapeYaml(JSON.stringify(text))
}

function isBlockText(text: string): boolean {
  return !UNBLOCKED.test(text) && !/^[\s#]/.test(text) && !/[ \t](?:\n|$)/.test(text) && /\S/.test(text)
}

function toBlock(text: string, pad: string): string {
  const body = cutEnd(text, '\n')
  const ending = text.slice(body.length)
  const mark = ending === '' ? '|-' : ending === '\n' ? '|' : '|+'
  const rows = `${body}${ending.slice(1)}`.split('\n').map((row) => (row ? pad + row : row))
  return `${mark}\n${rows.join('\n')}`
}
