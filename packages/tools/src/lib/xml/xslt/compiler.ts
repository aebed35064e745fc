import type { Text } from '@octet/core/text.ts'
import { evaluateXPath } from '../xpath/evaluate.ts'
import { parseXPath } from '../xpath/parse.ts'
import { NC_NAME } from '../names.ts'
import { COMMENT, ELEMENT, INSTRUCTION, TEXT, type XPathNode } from '../xpath/nodes.ts'
import { isNodes, toText, type Value } from '../xpath/values.ts'
import { createDialect } from './dialect.ts'
import { toScope } from './forest.ts'
import type { Frame, Instruction, Read } from './frame.ts'
import { toPatterns, type Pattern } from './pattern.ts'
import type { Runtime } from './runtime.ts'
import { isXslt, XSLT, type Source } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'

/** The variables that an expression of a template may name, and how many the template has. */
export type Scope = { readonly variables: ReadonlyMap<string, number>; readonly count: { slots: number } }

export const createScope = (): Scope => ({ variables: new Map(), count: { slots: 0 } })

/** Where an instruction stands: the variables it may name, and whether nothing follows it in its template. */
export type CompileOptions = { readonly scope: Scope; readonly isTail: boolean }

/** What instructions share while they are compiled. */
export type Compiler = {
  readonly source: Source
  readonly runtime: Runtime
  /** Attribute sets by expanded name, each with its parts. */
  readonly attributeSets: Map<string, Instruction[]>
  /** Namespaces of literal elements and what they become, by address. */
  readonly aliases: Map<string, { readonly prefix: string; readonly uri: string }>
  /** A later version than 1.0: what is unknown may stand where it is not reached (§2.5). */
  readonly isForward: boolean
  readonly isInstruction: (local: string) => boolean
  /** The content of a template or of an instruction, without the instructions of XSLT that are passed over. */
  compileBody(element: XmlNode, options: CompileOptions, skip?: readonly string[]): Instruction
  readonly names: Map<XmlNode, ReadonlyMap<string, string>>
}

const NAME = new RegExp(`^${NC_NAME}(?::${NC_NAME})?$`, 'u')
export const isQName = (text: string) => NAME.test(text)

export function findNames({ names }: Compiler, element: XmlNode): ReadonlyMap<string, string> {
  const known = names.get(element)
  if (known) return known
  const made = toScope(element)
  names.set(element, made)
  return made
}

/** `local` or `{namespace}local`; without a prefix in no namespace (§2.4). */
export function expandName(compiler: Compiler, element: XmlNode, name: string): string {
  const text = name.trim()
  if (!isQName(text))
    throw compiler.source.fail(element, { en: `expected a name, got “${text}”`, zh: `此处应为名称，实际是“${text}”` })
  const colon = text.indexOf(':')
  if (colon < 0) return text
  const uri = findNames(compiler, element).get(text.slice(0, colon))
  if (uri === undefined) throw failPrefix(compiler, element, text.slice(0, colon))
  return `{${uri}}${text.slice(colon + 1)}`
}

export function failPrefix({ source }: Compiler, at: XmlNode, prefix: string) {
  return source.fail(at, { en: `the prefix “${prefix}” is not declared`, zh: `前缀“${prefix}”没有声明` })
}

export const findAttribute = (element: XmlNode, name: string) =>
  element.attributes.find(({ nodeName, namespaceURI }) => nodeName === name && namespaceURI === null)

export function getAttribute({ source }: Compiler, element: XmlNode, name: string): XmlNode {
  const found = findAttribute(element, name)
  if (found) return found
  throw source.fail(element, {
    en: `<${element.nodeName}> needs the attribute ${name}`,
    zh: `<${element.nodeName}> 缺少属性 ${name}`,
  })
}

/** An expression in an attribute, from `shift` on. */
export function readExpression(compiler: Compiler, at: XmlNode, scope: Scope, text = at.value, shift = 0): Read<Value> {
  const parsed = parse(compiler, at, scope, text, shift)
  if (parsed.kind === 'text' || parsed.kind === 'number') return () => parsed.value
  return (frame) => compiler.source.locate(at, shift, () => evaluateXPath(parsed, frame, text))
}

function parse(compiler: Compiler, at: XmlNode, scope: Scope, text: string, shift: number) {
  const element = at.ownerElement!
  const dialect = createDialect({
    runtime: compiler.runtime,
    variables: scope.variables,
    expand: (name) => expandName(compiler, element, name),
    isInstruction: (name) =>
      expandName(compiler, element, name).startsWith(`{${XSLT}}`) && compiler.isInstruction(name.replace(/^.*:/, '')),
  })
  return compiler.source.locate(at, shift, () => parseXPath(text, findNames(compiler, element), dialect))
}

export function readText(compiler: Compiler, at: XmlNode, scope: Scope): Read<string> {
  const read = readExpression(compiler, at, scope)
  return (frame) => toText(read(frame))
}

export function readNodes(compiler: Compiler, at: XmlNode, scope: Scope): (frame: Frame) => readonly XPathNode[] {
  const read = readExpression(compiler, at, scope)
  return (frame) => {
    const value = read(frame)
    if (isNodes(value)) return value
    throw compiler.source.fail(at, {
      en: 'nodes are expected here, not a string, a number or a boolean',
      zh: '此处需要节点，而不是字符串、数字或布尔值',
    })
  }
}

export function readPatterns(compiler: Compiler, at: XmlNode, scope: Scope): Pattern[] {
  const parsed = parse(compiler, at, scope, at.value, 0)
  return compiler.source.locate(at, 0, () => toPatterns(parsed, at.value))
}

/** An attribute value template: text with expressions in braces (§7.6.2). */
export function readTemplate(compiler: Compiler, at: XmlNode, scope: Scope): Read<string> {
  const { value } = at
  if (!/[{}]/.test(value)) return () => value
  const parts: Read<string>[] = []
  const fail = (offset: number, reason: Text) => compiler.source.failAt(at.offset + offset, reason)
  for (let pos = 0; pos < value.length;) {
    const sign = value[pos]!
    if (sign !== '{' && sign !== '}') {
      const end = pos + /^[^{}]+/.exec(value.slice(pos))![0].length
      const text = value.slice(pos, end)
      parts.push(() => text)
      pos = end
    } else if (value[pos + 1] === sign) {
      parts.push(() => sign)
      pos += 2
    } else if (sign === '}')
      throw fail(pos, { en: '“}” closes nothing; write }} for the sign', zh: '“}”没有对应的开头；字符本身请写作 }}' })
    else {
      const inside = /^(?:"[^"]*"|'[^']*'|[^"'}])*/.exec(value.slice(pos + 1))![0]
      const end = pos + 1 + inside.length
      if (value[end] !== '}') throw fail(pos, { en: '“{” is never closed', zh: '“{”没有结束' })
      const read = readExpression(compiler, at, scope, inside, pos + 1)
      parts.push((frame) => toText(read(frame)))
      pos = end + 1
    }
  }
  const [only] = parts
  return parts.length === 1 ? only! : (frame) => parts.map((part) => part(frame)).join('')
}

/** An attribute value template in an attribute that may be missing. */
export function readOption(
  compiler: Compiler,
  element: XmlNode,
  name: string,
  options: { scope: Scope; otherwise: string },
): Read<string> {
  const at = findAttribute(element, name)
  return at ? readTemplate(compiler, at, options.scope) : () => options.otherwise
}

export function readYes(compiler: Compiler, element: XmlNode, name: string): boolean | undefined {
  const at = findAttribute(element, name)
  if (!at) return undefined
  const value = at.value.trim()
  if (value === 'yes' || value === 'no') return value === 'yes'
  throw compiler.source.fail(at, { en: `expected yes or no, got “${value}”`, zh: `应为 yes 或 no，实际是“${value}”` })
}

/** The nodes of a template that mean something: no comments, and no white space where it does not count (§3.4). */
export function listContent(element: XmlNode): XmlNode[] {
  return element.children().filter((node) => {
    if (node.nodeType === COMMENT || node.nodeType === INSTRUCTION) return false
    return node.nodeType !== TEXT || /[^\t\n\r ]/.test(node.value) || isXslt(element, 'text') || isPreserved(element)
  })
}

function isPreserved(element: XmlNode): boolean {
  for (let node: XmlNode | null = element; node?.nodeType === ELEMENT; node = node.parentNode) {
    const space = node.getAttribute('xml:space')
    if (space !== null) return space === 'preserve'
  }
  return false
}

/** Refuses attributes that an element of XSLT has not. */
export function checkAttributes({ source, isForward }: Compiler, element: XmlNode, allowed: readonly string[]): void {
  if (isForward) return
  const wrong = element.attributes.find(
    ({ nodeName, namespaceURI }) => namespaceURI === XSLT || (namespaceURI === null && !allowed.includes(nodeName)),
  )
  if (wrong)
    throw source.fail(wrong, {
      en: `<${element.nodeName}> has no attribute ${wrong.nodeName}`,
      zh: `<${element.nodeName}> 没有属性 ${wrong.nodeName}`,
    })
}

export function failContent({ source }: Compiler, node: XmlNode, parent: XmlNode) {
  const name = node.nodeType === TEXT ? { en: 'Text', zh: '文本' } : { en: `<${node.nodeName}>`, zh: `<${node.nodeName}>` }
  return source.fail(node, {
    en: `${name.en} must not appear in <${parent.nodeName}>`,
    zh: `<${parent.nodeName}> 中不能出现${name.zh}`,
  })
}
