import {
  ATTRIBUTE,
  COMMENT,
  DOCUMENT,
  ELEMENT,
  INSTRUCTION,
  NAMESPACE,
  TEXT,
  toStringValue,
  type NamespaceNode,
} from '../xpath/nodes.ts'
import { isNodes, toNumber, toText } from '../xpath/values.ts'
import { compileSets } from './attribute-sets.ts'
import {
  failContent,
  failPrefix,
  findAttribute,
  findNames,
  getAttribute,
  isQName,
  listContent,
  readExpression,
  readOption,
  readPatterns,
  readTemplate,
  readText,
  readYes,
  type CompileOptions,
  type Compiler,
  type Scope,
} from './compiler.ts'
import { countNode } from './count.ts'
import type { Instruction, Read } from './frame.ts'
import { writeNumbers } from './number-text.ts'
import type { NodeName, XmlNode } from './tree.ts'

export function compileValueOf(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const read = readText(compiler, getAttribute(compiler, element, 'select'), scope)
  const isRaw = readYes(compiler, element, 'disable-output-escaping') ?? false
  return (frame, out) => {
    out.text(read(frame), isRaw)
    return undefined
  }
}

export function compileText(compiler: Compiler, element: XmlNode): Instruction {
  const wrong = listContent(element).find(({ nodeType }) => nodeType !== TEXT)
  if (wrong) throw failContent(compiler, wrong, element)
  const value = element.textContent
  const isRaw = readYes(compiler, element, 'disable-output-escaping') ?? false
  return (_, out) => {
    out.text(value, isRaw)
    return undefined
  }
}

export function compileCopy(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compiler.compileBody(element, { ...options, isTail: false })
  const { runtime } = compiler
  return (frame, out) => {
    const { node } = frame
    switch (node.nodeType) {
      case ELEMENT: {
        const { nodeName: name, namespaceURI: uri } = node as XmlNode
        out.start({ name, uri }, runtime.forest.findScope(node as XmlNode))
        sets(frame, out)
        body(frame, out)
        out.end()
        break
      }
      case DOCUMENT:
        body(frame, out)
        break
      case ATTRIBUTE:
        out.attribute({ name: node.nodeName, uri: (node as XmlNode).namespaceURI }, toStringValue(node))
        break
      case TEXT:
        out.text(toStringValue(node))
        break
      case COMMENT:
        out.comment(toStringValue(node))
        break
      case INSTRUCTION:
        out.instruction(node.nodeName, toStringValue(node))
        break
      case NAMESPACE:
        out.namespace(node as NamespaceNode)
    }
    return undefined
  }
}

export function compileCopyOf(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const read = readExpression(compiler, getAttribute(compiler, element, 'select'), scope)
  return (frame, out) => {
    const value = read(frame)
    if (isNodes(value)) for (const node of value) out.copy(node)
    else out.text(toText(value))
    return undefined
  }
}

/** The name that an instruction makes, with its namespace. */
function compileName(compiler: Compiler, element: XmlNode, scope: Scope): Read<NodeName> {
  const at = getAttribute(compiler, element, 'name')
  const space = findAttribute(element, 'namespace')
  const [readName, readSpace] = [readTemplate(compiler, at, scope), space && readTemplate(compiler, space, scope)]
  const isElement = element.localName === 'element'
  const names = findNames(compiler, element)
  return (frame) => {
    const name = readName(frame)
    if (!isQName(name) || name === 'xmlns')
      throw compiler.source.fail(at, {
        en: `“${name}” is not a valid name for an ${element.localName}`,
        zh: `“${name}”不能用作名称`,
      })
    const colon = name.indexOf(':')
    if (readSpace) {
      const uri = readSpace(frame)
      return { name: uri === '' ? name.slice(colon + 1) : name, uri: uri || null }
    }
    if (colon < 0) return { name, uri: (isElement && names.get('')) || null }
    const uri = names.get(name.slice(0, colon))
    if (uri === undefined) throw failPrefix(compiler, at, name.slice(0, colon))
    return { name, uri }
  }
}

export function compileElement(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const toName = compileName(compiler, element, options.scope)
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compiler.compileBody(element, { ...options, isTail: false })
  return (frame, out) => {
    out.start(toName(frame))
    sets(frame, out)
    body(frame, out)
    out.end()
    return undefined
  }
}

export function compileAttribute(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const toName = compileName(compiler, element, scope)
  const toValue = compileContent(compiler, element, scope)
  return (frame, out) => {
    const name = toName(frame)
    if (!out.attribute(name, toValue(frame)))
      compiler.runtime.note(element, `xsl:attribute ${name.name}: no element is open for attributes here, so it is left out`)
    return undefined
  }
}

/** The text that the content of an instruction makes. */
function compileContent(compiler: Compiler, element: XmlNode, scope: Scope): Read<string> {
  const content = listContent(element)
  if (content.every(({ nodeType }) => nodeType === TEXT)) {
    const value = content.map((node) => node.value).join('')
    return () => value
  }
  const body = compiler.compileBody(element, { scope, isTail: false })
  return (frame) => compiler.runtime.build(body, frame).textContent
}

export function compileComment(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const toValue = compileContent(compiler, element, scope)
  return (frame, out) => {
    out.comment(toValue(frame))
    return undefined
  }
}

export function compileInstruction(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const at = getAttribute(compiler, element, 'name')
  const toName = readTemplate(compiler, at, scope)
  const toValue = compileContent(compiler, element, scope)
  return (frame, out) => {
    const name = toName(frame)
    if (!isQName(name) || name.includes(':') || /^xml$/i.test(name))
      throw compiler.source.fail(at, {
        en: `“${name}” is not a valid name for a processing instruction`,
        zh: `“${name}”不能用作处理指令的名称`,
      })
    out.instruction(name, toValue(frame).trimStart())
    return undefined
  }
}

export function compileNumber(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const option = (name: string, otherwise: string) => readOption(compiler, element, name, { scope, otherwise })
  const [format, separator, size] = [option('format', '1'), option('grouping-separator', ''), option('grouping-size', '0')]
  const value = findAttribute(element, 'value')
  const read = value && readExpression(compiler, value, scope)
  const level = findAttribute(element, 'level')?.value ?? 'single'
  if (level !== 'single' && level !== 'multiple' && level !== 'any')
    throw compiler.source.fail(element, {
      en: `level: expected single, multiple or any, got “${level}”`,
      zh: `level 应为 single、multiple 或 any，实际是“${level}”`,
    })
  const patterns = (name: string) => {
    const at = findAttribute(element, name)
    return at && readPatterns(compiler, at, scope)
  }
  const counting = { level, count: patterns('count'), from: patterns('from') } as const
  return (frame, out) => {
    const numbers = read ? [toNumber(read(frame))] : countNode(frame.node, counting, frame)
    const style = { format: format(frame), separator: separator(frame), size: Math.trunc(Number(size(frame))) || 0 }
    if (numbers.length > 0) out.text(writeNumbers(numbers, style))
    return undefined
  }
}

export function compileMessage(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const ends = readYes(compiler, element, 'terminate') ?? false
  const body = compiler.compileBody(element, { ...options, isTail: false })
  const { runtime, source } = compiler
  return (frame) => {
    const text = runtime.build(body, frame).textContent
    if (ends) throw source.fail(element, { en: `the stylesheet ended itself: ${text}`, zh: `样式表主动终止：${text}` })
    runtime.note(element, text)
    return undefined
  }
}
