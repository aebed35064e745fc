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
import { isNodes, toNumber, toText, toTruth, type Value } from '../xpath/values.ts'
import {
  expandName,
  failPrefix,
  findAttribute,
  findNames,
  getAttribute,
  isQName,
  listContent,
  readExpression,
  readNodes,
  readOption,
  readPatterns,
  readTemplate,
  readText,
  readYes,
  type Compiler,
  type Scope,
} from './compiler.ts'
import { countNode } from './count.ts'
import { Frame, NO_PARAMETERS, type Instruction, type Parameters, type Read } from './frame.ts'
import { writeNumbers } from './number-text.ts'
import type { Output } from './output.ts'
import { sortNodes, type SortKey } from './sort.ts'
import { isXslt, XSLT } from './stylesheet-error.ts'
import type { NodeName, XmlNode } from './tree.ts'

type Options = { readonly scope: Scope; readonly isTail: boolean }
type Compile = (compiler: Compiler, element: XmlNode, options: Options) => Instruction

const NOTHING: Instruction = () => undefined

/** The instructions of XSLT 1.0 with the attributes that each has. */
const INSTRUCTIONS: Readonly<Record<string, { readonly attributes: readonly string[]; readonly compile: Compile }>> = {
  'apply-templates': { attributes: ['select', 'mode'], compile: compileApply },
  'call-template': { attributes: ['name'], compile: compileCall },
  'for-each': { attributes: ['select'], compile: compileForEach },
  if: { attributes: ['test'], compile: compileIf },
  choose: { attributes: [], compile: compileChoose },
  'value-of': { attributes: ['select', 'disable-output-escaping'], compile: compileValueOf },
  text: { attributes: ['disable-output-escaping'], compile: compileText },
  copy: { attributes: ['use-attribute-sets'], compile: compileCopy },
  'copy-of': { attributes: ['select'], compile: compileCopyOf },
  element: { attributes: ['name', 'namespace', 'use-attribute-sets'], compile: compileElement },
  attribute: { attributes: ['name', 'namespace'], compile: compileAttribute },
  comment: { attributes: [], compile: compileComment },
  'processing-instruction': { attributes: ['name'], compile: compileInstruction },
  number: {
    attributes: ['level', 'count', 'from', 'value', 'format', 'lang', 'letter-value', 'grouping-separator', 'grouping-size'],
    compile: compileNumber,
  },
  message: { attributes: ['terminate'], compile: compileMessage },
  fallback: { attributes: [], compile: () => NOTHING },
  'apply-imports': {
    attributes: [],
    compile(compiler, element) {
      throw compiler.source.fail(element, {
        en: 'xsl:apply-imports needs imported stylesheets, and none is ever read',
        zh: 'xsl:apply-imports 需要导入的样式表，而此处不读取其他样式表',
      })
    },
  },
}

export const isInstruction = (local: string) => Object.hasOwn(INSTRUCTIONS, local) || local === 'variable'

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

/** The content of a template or of an instruction, one after the other. */
export function compileBody(compiler: Compiler, element: XmlNode, options: Options, skip: readonly string[] = []): Instruction {
  const nodes = listContent(element).filter((node) => !(node.namespaceURI === XSLT && skip.includes(node.localName)))
  let { scope } = options
  const steps = nodes.map((node, index): Instruction => {
    if (node.nodeType === TEXT) return compileString(node.value)
    const isTail = options.isTail && index === nodes.length - 1
    if (!isXslt(node, 'variable') && !isXslt(node, 'param')) return compileNode(compiler, node, { scope, isTail })
    const found = compileVariable(compiler, node, scope)
    scope = found.scope
    return found.instruction
  })
  const [one, two] = steps
  if (!one) return NOTHING
  if (!two) return one
  const last = steps.pop()!
  return (frame, out) => {
    for (const step of steps) step(frame, out)
    return last(frame, out)
  }
}

const compileString =
  (value: string): Instruction =>
  (_, out) => {
    out.text(value)
    return undefined
  }

function compileNode(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  if (element.namespaceURI !== XSLT) return compileLiteral(compiler, element, options)
  const known = Object.hasOwn(INSTRUCTIONS, element.localName) ? INSTRUCTIONS[element.localName] : undefined
  if (known) {
    checkAttributes(compiler, element, known.attributes)
    return known.compile(compiler, element, options)
  }
  const fallbacks = listContent(element).filter((node) => isXslt(node, 'fallback'))
  const unknown = compiler.source.fail(element, {
    en: `<${element.nodeName}> is no instruction of XSLT 1.0, or may not stand here`,
    zh: `<${element.nodeName}> 不是 XSLT 1.0 的指令，或不能出现在此处`,
  })
  if (!compiler.isForward) throw unknown
  if (fallbacks.length === 0)
    return () => {
      throw unknown
    }
  const bodies = fallbacks.map((each) => compileBody(compiler, each, { ...options, isTail: false }))
  return (frame, out) => {
    for (const body of bodies) body(frame, out)
    return undefined
  }
}

/** A variable or a parameter: its value and the scope of what follows (§11). */
function compileVariable(compiler: Compiler, element: XmlNode, scope: Scope): { instruction: Instruction; scope: Scope } {
  checkAttributes(compiler, element, ['name', 'select'])
  const name = expandName(compiler, element, getAttribute(compiler, element, 'name').value)
  if (scope.variables.has(name))
    throw compiler.source.fail(element, { en: `$${name} is already there`, zh: `$${name} 已经定义过` })
  const read = compileValue(compiler, element, scope)
  const slot = scope.count.slots++
  const isParameter = element.localName === 'param'
  return {
    scope: { ...scope, variables: new Map([...scope.variables, [name, slot]]) },
    instruction(frame) {
      frame.slots[slot] = (isParameter ? frame.parameters.get(name) : undefined) ?? read(frame)
      return undefined
    },
  }
}

/** The value of a variable or parameter: an expression, a piece of a tree, or an empty text (§11.2). */
export function compileValue(compiler: Compiler, element: XmlNode, scope: Scope): Read<Value> {
  const select = findAttribute(element, 'select')
  const content = listContent(element)
  if (select && content.length > 0)
    throw compiler.source.fail(element, {
      en: 'either the attribute select or content, not both',
      zh: 'select 属性与内容只能有一个',
    })
  if (select) return readExpression(compiler, select, scope)
  if (content.length === 0) return () => ''
  const body = compileBody(compiler, element, { scope, isTail: false })
  return (frame) => [compiler.runtime.build(body, frame)]
}

function compileParameters(compiler: Compiler, element: XmlNode, scope: Scope): (frame: Frame) => Parameters {
  const given = listContent(element)
    .filter((node) => isXslt(node, 'with-param'))
    .map((node) => {
      checkAttributes(compiler, node, ['name', 'select'])
      const name = expandName(compiler, node, getAttribute(compiler, node, 'name').value)
      return [name, compileValue(compiler, node, scope)] as const
    })
  if (given.length === 0) return () => NO_PARAMETERS
  return (frame) => new Map(given.map(([name, read]) => [name, read(frame)]))
}

function compileApply(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
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

function failContent({ source }: Compiler, node: XmlNode, parent: XmlNode) {
  const name = node.nodeType === TEXT ? { en: 'Text', zh: '文本' } : { en: `<${node.nodeName}>`, zh: `<${node.nodeName}>` }
  return source.fail(node, {
    en: `${name.en} may not stand in <${parent.nodeName}>`,
    zh: `<${parent.nodeName}> 中不能出现${name.zh}`,
  })
}

function compileCall(compiler: Compiler, element: XmlNode, { scope, isTail }: Options): Instruction {
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

function compileForEach(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
  const read = readNodes(compiler, getAttribute(compiler, element, 'select'), scope)
  const keys = compileSorts(compiler, element, scope)
  const body = compileBody(compiler, element, { scope, isTail: false }, ['sort'])
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

function compileIf(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const test = compileTest(compiler, element, options.scope)
  const body = compileBody(compiler, element, options)
  return (frame, out) => (test(frame) ? body(frame, out) : undefined)
}

function compileChoose(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const nodes = listContent(element)
  const cases = nodes.map((node, index) => {
    if (isXslt(node, 'when')) {
      checkAttributes(compiler, node, ['test'])
      return { test: compileTest(compiler, node, options.scope), body: compileBody(compiler, node, options) }
    }
    if (!isXslt(node, 'otherwise') || index !== nodes.length - 1 || index === 0) throw failContent(compiler, node, element)
    return { test: () => true, body: compileBody(compiler, node, options) }
  })
  if (cases.length === 0)
    throw compiler.source.fail(element, { en: 'xsl:choose needs an xsl:when', zh: 'xsl:choose 至少需要一个 xsl:when' })
  return (frame, out) => {
    for (const { test, body } of cases) if (test(frame)) return body(frame, out)
    return undefined
  }
}

function compileValueOf(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
  const read = readText(compiler, getAttribute(compiler, element, 'select'), scope)
  const isRaw = readYes(compiler, element, 'disable-output-escaping') ?? false
  return (frame, out) => {
    out.text(read(frame), isRaw)
    return undefined
  }
}

function compileText(compiler: Compiler, element: XmlNode): Instruction {
  const wrong = listContent(element).find(({ nodeType }) => nodeType !== TEXT)
  if (wrong) throw failContent(compiler, wrong, element)
  const value = element.textContent
  const isRaw = readYes(compiler, element, 'disable-output-escaping') ?? false
  return (_, out) => {
    out.text(value, isRaw)
    return undefined
  }
}

/** The attributes of the sets that are named; those that are written beside them win (§7.1.4). */
function compileSets(compiler: Compiler, element: XmlNode, at: XmlNode | undefined): Instruction {
  const names = (at?.value.match(/\S+/g) ?? []).map((name) => expandName(compiler, element, name))
  const { attributeSets, source, runtime } = compiler
  const open = new Set<string>()
  if (names.length === 0) return NOTHING
  return (frame, out) => {
    const { node, place, size, document, mode } = frame
    for (const name of names) {
      const parts = attributeSets.get(name)
      if (!parts) throw source.fail(at!, { en: `there is no attribute set “${name}”`, zh: `没有名为“${name}”的属性集` })
      if (open.has(name))
        throw source.fail(at!, { en: `the attribute set “${name}” uses itself`, zh: `属性集“${name}”引用了自身` })
      open.add(name)
      const own = new Frame({ node, place, size, document, mode, slots: [], parameters: NO_PARAMETERS })
      for (const part of parts) runtime.run({ body: part }, own, out)
      open.delete(name)
    }
    return undefined
  }
}

function compileLiteral(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const { scope } = options
  const name = toAlias(compiler, { name: element.nodeName, uri: element.namespaceURI })
  const namespaces = listLiteralNamespaces(compiler, element)
  const sets = compileSets(
    compiler,
    element,
    element.attributes.find(({ namespaceURI, localName }) => namespaceURI === XSLT && localName === 'use-attribute-sets'),
  )
  const attributes = element.attributes
    .filter(({ namespaceURI }) => namespaceURI !== XSLT)
    .map((at) => ({
      name: toAlias(compiler, { name: at.nodeName, uri: at.namespaceURI }),
      read: readTemplate(compiler, at, scope),
    }))
  const body = compileBody(compiler, element, { scope, isTail: false })
  return (frame, out) => {
    frame.document.spend(1)
    out.start(name, namespaces)
    sets(frame, out)
    for (const each of attributes) out.attribute(each.name, each.read(frame))
    body(frame, out)
    out.end()
    return undefined
  }
}

function toAlias({ aliases }: Compiler, { name, uri }: NodeName): NodeName {
  const alias = uri === null ? aliases.get('') : aliases.get(uri)
  if (!alias || (uri === null && !aliases.has(''))) return { name, uri }
  const local = name.slice(name.indexOf(':') + 1)
  return { name: alias.prefix === '' ? local : `${alias.prefix}:${local}`, uri: alias.uri || null }
}

/** The namespaces in scope of a literal element, without those that are excluded (§7.1.1). */
function listLiteralNamespaces(compiler: Compiler, element: XmlNode): (readonly [string, string])[] {
  const excluded = new Set([XSLT])
  for (let node: XmlNode | null = element; node?.nodeType === ELEMENT; node = node.parentNode) {
    for (const { nodeName, namespaceURI, localName, value } of node.attributes) {
      const isOwn = isXslt(node) ? namespaceURI === null : namespaceURI === XSLT
      if (!isOwn || !['exclude-result-prefixes', 'extension-element-prefixes'].includes(isXslt(node) ? nodeName : localName))
        continue
      const names = findNames(compiler, node)
      for (const prefix of value.match(/\S+/g) ?? []) {
        const uri = names.get(prefix === '#default' ? '' : prefix)
        if (uri === undefined) throw failPrefix(compiler, node, prefix)
        excluded.add(uri)
      }
    }
  }
  return [...findNames(compiler, element)].flatMap(([prefix, uri]) => {
    if (prefix === 'xml' || excluded.has(uri)) return []
    const alias = compiler.aliases.get(uri)
    return [alias ? ([alias.prefix, alias.uri] as const) : ([prefix, uri] as const)]
  })
}

function compileCopy(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compileBody(compiler, element, { ...options, isTail: false })
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

function compileCopyOf(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
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
      throw compiler.source.fail(at, { en: `“${name}” is no name for an ${element.localName}`, zh: `“${name}”不能用作名称` })
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

function compileElement(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const toName = compileName(compiler, element, options.scope)
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compileBody(compiler, element, { ...options, isTail: false })
  return (frame, out) => {
    out.start(toName(frame))
    sets(frame, out)
    body(frame, out)
    out.end()
    return undefined
  }
}

function compileAttribute(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
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
  const body = compileBody(compiler, element, { scope, isTail: false })
  return (frame) => compiler.runtime.build(body, frame).textContent
}

function compileComment(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
  const toValue = compileContent(compiler, element, scope)
  return (frame, out) => {
    out.comment(toValue(frame))
    return undefined
  }
}

function compileInstruction(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
  const at = getAttribute(compiler, element, 'name')
  const toName = readTemplate(compiler, at, scope)
  const toValue = compileContent(compiler, element, scope)
  return (frame, out) => {
    const name = toName(frame)
    if (!isQName(name) || name.includes(':') || /^xml$/i.test(name))
      throw compiler.source.fail(at, {
        en: `“${name}” is no name for a processing instruction`,
        zh: `“${name}”不能用作处理指令的名称`,
      })
    out.instruction(name, toValue(frame).trimStart())
    return undefined
  }
}

function compileNumber(compiler: Compiler, element: XmlNode, { scope }: Options): Instruction {
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

function compileMessage(compiler: Compiler, element: XmlNode, options: Options): Instruction {
  const ends = readYes(compiler, element, 'terminate') ?? false
  const body = compileBody(compiler, element, { ...options, isTail: false })
  const { runtime, source } = compiler
  return (frame) => {
    const text = runtime.build(body, frame).textContent
    if (ends) throw source.fail(element, { en: `the stylesheet ended itself: ${text}`, zh: `样式表主动终止：${text}` })
    runtime.note(element, text)
    return undefined
  }
}

/** An attribute set: attributes and further sets (§7.1.4). */
export function compileAttributeSet(compiler: Compiler, element: XmlNode, scope: Scope): Instruction {
  checkAttributes(compiler, element, ['name', 'use-attribute-sets'])
  const wrong = listContent(element).find((node) => !isXslt(node, 'attribute'))
  if (wrong) throw failContent(compiler, wrong, element)
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compileBody(compiler, element, { scope, isTail: false })
  return (frame: Frame, out: Output) => {
    sets(frame, out)
    return body(frame, out)
  }
}
