import { DOCUMENT, ELEMENT, toStringValue } from '../xpath/nodes.ts'
import { toTruth } from '../xpath/values.ts'
import {
  checkAttributes,
  expandName,
  failContent,
  findAttribute,
  getAttribute,
  listContent,
  readExpression,
  readNodes,
  readOption,
  readText,
  type CompileOptions,
  type Compiler,
  type Scope,
} from './compiler.ts'
import { Frame, type Instruction, type Read } from './frame.ts'
import { sortNodes, type SortKey } from './sort.ts'
import { isXslt } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'
import { compileParameters } from './variables.ts'

export function compileApply(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const wrong = listContent(element).find((node) => !isXslt(node, 'sort') && !isXslt(node, 'with-param'))
  if (wrong) throw failContent(compiler, wrong, element)
  const select = findAttribute(element, 'select')
  const read = select ? readNodes(compiler, select, scope) : readChildren
  const mode = readMode(compiler, element)
  const keys = compileSorts(compiler, element, scope)
  const toParameters = compileParameters(compiler, element, scope)
  const { runtime } = compiler
  return (frame, out) => {
    const nodes = read(frame)
    const sorted = keys.length > 0 ? sortNodes(nodes, keys, frame) : nodes
    runtime.apply(sorted, mode, toParameters(frame), out)
    return undefined
  }
}

function readChildren({ node }: Frame): readonly XmlNode[] {
  return node.nodeType === ELEMENT || node.nodeType === DOCUMENT ? (node as XmlNode).children() : []
}

export function readMode(compiler: Compiler, element: XmlNode): string {
  const mode = findAttribute(element, 'mode')
  return mode ? expandName(compiler, element, mode.value) : ''
}

export function compileCall(compiler: Compiler, element: XmlNode, { scope, isTail }: CompileOptions): Instruction {
  const at = getAttribute(compiler, element, 'name')
  const name = expandName(compiler, element, at.value)
  const { runtime } = compiler
  const template = runtime.named.get(name)
  if (!template) throw compiler.source.fail(at, { en: `there is no template “${at.value}”`, zh: `没有名为“${at.value}”的模板` })
  const toParameters = compileParameters(compiler, element, scope)
  return (frame, out) => {
    const { node, place, size, document, mode } = frame
    const next = new Frame({ node, place, size, document, mode, slots: [], parameters: toParameters(frame) })
    if (isTail) return { template, frame: next }
    runtime.run(template, next, out)
    return undefined
  }
}

function compileSorts(compiler: Compiler, element: XmlNode, scope: Scope): SortKey[] {
  return listContent(element)
    .filter((node) => isXslt(node, 'sort'))
    .map((node): SortKey => {
      checkAttributes(compiler, node, ['select', 'lang', 'data-type', 'order', 'case-order'])
      const select = findAttribute(node, 'select')
      const option = (name: string, otherwise: string, allowed?: readonly string[]): Read<string> => {
        const read = readOption(compiler, node, name, { scope, otherwise })
        if (!allowed) return read
        return (frame) => {
          const value = read(frame)
          if (allowed.includes(value)) return value
          throw compiler.source.fail(node, {
            en: `${name}: expected ${allowed.join(' or ')}, got “${value}”`,
            zh: `${name} 应为 ${allowed.join(' 或 ')}，实际是“${value}”`,
          })
        }
      }
      return {
        select: select ? readText(compiler, select, scope) : ({ node: own }) => toStringValue(own),
        type: option('data-type', 'text', ['text', 'number']),
        order: option('order', 'ascending', ['ascending', 'descending']),
        lang: option('lang', ''),
        caseOrder: option('case-order', '', ['', 'upper-first', 'lower-first']),
      }
    })
}

export function compileForEach(compiler: Compiler, element: XmlNode, { scope }: CompileOptions): Instruction {
  const read = readNodes(compiler, getAttribute(compiler, element, 'select'), scope)
  const keys = compileSorts(compiler, element, scope)
  const body = compiler.compileBody(element, { scope, isTail: false }, ['sort'])
  return (frame, out) => {
    const found = read(frame)
    const nodes = keys.length > 0 ? sortNodes(found, keys, frame) : found
    for (const [index, node] of nodes.entries()) {
      frame.document.spend(1)
      body(frame.at(node, index + 1, nodes.length), out)
    }
    return undefined
  }
}

function compileTest(compiler: Compiler, element: XmlNode, scope: Scope): Read<boolean> {
  const read = readExpression(compiler, getAttribute(compiler, element, 'test'), scope)
  return (frame) => toTruth(read(frame))
}

export function compileIf(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const test = compileTest(compiler, element, options.scope)
  const body = compiler.compileBody(element, options)
  return (frame, out) => (test(frame) ? body(frame, out) : undefined)
}

export function compileChoose(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const nodes = listContent(element)
  const cases = nodes.map((node, index) => {
    if (isXslt(node, 'when')) {
      checkAttributes(compiler, node, ['test'])
      return { test: compileTest(compiler, node, options.scope), body: compiler.compileBody(node, options) }
    }
    if (!isXslt(node, 'otherwise') || index !== nodes.length - 1 || index === 0) throw failContent(compiler, node, element)
    return { test: () => true, body: compiler.compileBody(node, options) }
  })
  if (cases.length === 0)
    throw compiler.source.fail(element, { en: 'xsl:choose needs an xsl:when', zh: 'xsl:choose 至少需要一个 xsl:when' })
  return (frame, out) => {
    for (const { test, body } of cases) if (test(frame)) return body(frame, out)
    return undefined
  }
}
