import { AppError } from '@octet/core/errors.ts'
import { readText, toEntry, toTextNode, NULL, type JsonEntry, type JsonNode } from '../json/tree.ts'
import { escapeXml } from '../xml/entities.ts'
import { isXmlName } from '../xml/names.ts'
import { parseXmlTree, type XmlElement } from '../xml/tree.ts'

/**
 * XML → tree: attributes become `@name`, text beside them `#text`, repeated elements an array, an empty element null.
 * Everything is text, since XML has no numbers. Comments and processing instructions are left out.
 */
export function readXml(text: string): JsonNode {
  const root = parseXmlTree(text)
  return { type: 'object', entries: [toEntry(root.name, toNode(root))] }
}

function toNode({ attributes, children, text }: XmlElement): JsonNode {
  const entries: JsonEntry[] = attributes.map(({ name, value }) => toEntry(`@${name}`, toTextNode(value)))
  const groups = Map.groupBy(children, ({ name }) => name)
  for (const [name, group] of groups) {
    const nodes = group.map(toNode)
    entries.push(toEntry(name, nodes.length === 1 ? nodes[0]! : { type: 'array', items: nodes }))
  }
  const plain = children.length > 0 && /^[ \t\r\n]*$/.test(text) ? '' : text
  if (entries.length === 0) return plain === '' ? NULL : toTextNode(plain)
  if (plain !== '') entries.push(toEntry('#text', toTextNode(plain)))
  return { type: 'object', entries }
}

/**
 * Tree → XML, the way back of {@link readXml}. Keys that are no XML name are written as `_x0020_` (ISO 9075-14 §9.1), and
 * so is the colon behind a prefix that no `@xmlns:…` around it declares (Namespaces in XML 1.0 §5). Where text stands beside
 * elements, no white space is added to it.
 */
export function toXml(node: JsonNode, { indent = '  ', root = 'root' }: { indent?: string; root?: string } = {}): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>']
  const only = node.type === 'object' && node.entries.length === 1 ? node.entries[0] : undefined
  if (only && only.value.type !== 'array' && !/^[@#]/.test(only.key))
    writeElement(only.key, only.value, { pad: '', indent, lines, prefixes: GIVEN })
  else writeElement(root, wrapArray(node), { pad: '', indent, lines, prefixes: GIVEN })
  return `${lines.join(indent ? '\n' : '')}\n`
}

/** XML has no arrays of arrays: the inner one gets elements named `item`; an empty one becomes an empty element. */
function wrapArray(node: JsonNode): JsonNode {
  if (node.type !== 'array') return node
  return node.items.length === 0 ? NULL : { type: 'object', entries: [toEntry('item', node)] }
}

type Output = { pad: string; indent: string; lines: string[]; prefixes: ReadonlySet<string> }

/** Prefixes that need no declaration (§3). */
const GIVEN: ReadonlySet<string> = new Set(['xml'])

function writeElement(key: string, node: JsonNode, output: Output): void {
  const { pad, indent, lines } = output
  const prefixes = addPrefixes(output.prefixes, node)
  const name = toXmlName(key, prefixes)
  if (node.type === 'array') {
    for (const item of node.items) writeElement(key, wrapArray(item), output)
    return
  }
  if (node.type !== 'object') {
    const text = toXmlText(node)
    lines.push(text === '' ? `${pad}<${name}/>` : `${pad}<${name}>${text}</${name}>`)
    return
  }
  const isPlain = (value: JsonNode) => value.type !== 'object' && value.type !== 'array'
  const isText = ({ key, value }: JsonEntry) => key === '#text' && isPlain(value)
  const isAttribute = ({ key, value }: JsonEntry) => key.startsWith('@') && key.length > 1 && isPlain(value)
  const attributes = node.entries
    .filter(isAttribute)
    .map(({ key, value }) => ` ${toAttributeName(key.slice(1), prefixes)}="${toXmlText(value, true)}"`)
  const rest = node.entries.filter((entry) => !isAttribute(entry))
  const text = rest.length === 1 && isText(rest[0]!) ? toXmlText(rest[0]!.value) : undefined
  const open = `${pad}<${name}${attributes.join('')}`
  if (rest.length === 0) lines.push(`${open}/>`)
  else if (text !== undefined) lines.push(`${open}>${text}</${name}>`)
  else if (rest.some(isText) || node.entries.some(isPreserving)) {
    const parts: string[] = []
    for (const entry of rest)
      if (isText(entry)) parts.push(toXmlText(entry.value))
      else writeElement(entry.key, entry.value, { pad: '', indent: '', lines: parts, prefixes })
    lines.push(`${open}>${parts.join('')}</${name}>`)
  } else {
    lines.push(`${open}>`)
    for (const { key, value } of rest) writeElement(key, value, { pad: pad + indent, indent, lines, prefixes })
    lines.push(`${pad}</${name}>`)
  }
}

/** Whether white space in the element would be content (XML 1.0 §2.10). */
const isPreserving = ({ key, value }: JsonEntry): boolean =>
  key === '@xml:space' && value.type === 'string' && readText(value) === 'preserve'

function toXmlText(node: JsonNode, isAttribute = false): string {
  if (node.type === 'null') return ''
  const text = node.type === 'string' ? readText(node) : 'raw' in node ? node.raw : ''
  const bad = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u.exec(text) // oxlint-disable-line no-control-regex -- XML 1.0 §2.2
  if (bad)
    throw new AppError('unsupported_value', {
      got: `U+${bad[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      reason: { en: 'XML 1.0 cannot hold this character', zh: 'XML 1.0 不能包含此字符' },
    })
  return escapeXml(text, isAttribute)
}

/** The prefixes that hold in an element: those around it and those it declares itself, which cannot be empty. */
function addPrefixes(outer: ReadonlySet<string>, node: JsonNode): ReadonlySet<string> {
  if (node.type !== 'object') return outer
  const own = node.entries.flatMap(({ key, value }) => {
    const prefix = /^@xmlns:(.+)$/s.exec(key)?.[1]
    return prefix !== undefined && value.type === 'string' && readText(value) !== '' ? [prefix] : []
  })
  return own.length === 0 ? outer : new Set([...outer, ...own])
}

const toAttributeName = (key: string, prefixes: ReadonlySet<string>): string =>
  key.startsWith('xmlns:') && prefixes.has(key.slice(6)) && isXmlName(key.slice(6)) ? key : toXmlName(key, prefixes)

/** A colon parts a declared prefix from a name (Namespaces in XML 1.0 §4); any other is written as a code, or hardly a program reads it. */
function toXmlName(key: string, prefixes: ReadonlySet<string>): string {
  const parts = key.split(':')
  const isDeclared = parts.length === 1 || (parts.length === 2 && prefixes.has(parts[0]!))
  if (isDeclared && parts.every(isXmlName)) return key
  const isPlain = (char: string, index: number) => char !== ':' && isXmlName(index === 0 ? char : `a${char}`)
  const coded = Array.from(key, (char, index) =>
    isPlain(char, index) ? char : `_x${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return coded.join('') || '_'
}
