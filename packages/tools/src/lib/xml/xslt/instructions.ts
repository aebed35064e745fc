import { TEXT } from '../xpath/nodes.ts'
import { checkAttributes, listContent, type CompileOptions, type Compiler } from './compiler.ts'
import { compileApply, compileCall, compileChoose, compileForEach, compileIf } from './flow.ts'
import { NOTHING, type Instruction } from './frame.ts'
import { compileLiteral, isExtension } from './literal.ts'
import {
  compileAttribute,
  compileComment,
  compileCopy,
  compileCopyOf,
  compileElement,
  compileInstruction,
  compileMessage,
  compileNumber,
  compileText,
  compileValueOf,
} from './make-nodes.ts'
import { isXslt, XSLT } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'
import { compileVariable } from './variables.ts'

type Compile = (compiler: Compiler, element: XmlNode, options: CompileOptions) => Instruction

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

/** The content of a template or of an instruction, one after the other. */
export function compileBody(
  compiler: Compiler,
  element: XmlNode,
  options: CompileOptions,
  skip: readonly string[] = [],
): Instruction {
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

function compileNode(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  if (element.namespaceURI !== XSLT)
    return isExtension(compiler, element)
      ? compileUnknown(compiler, element, options)
      : compileLiteral(compiler, element, options)
  const known = Object.hasOwn(INSTRUCTIONS, element.localName) ? INSTRUCTIONS[element.localName] : undefined
  if (known) {
    checkAttributes(compiler, element, known.attributes)
    return known.compile(compiler, element, options)
  }
  if (!compiler.isForward) throw failUnknown(compiler, element)
  return compileUnknown(compiler, element, options)
}

const failUnknown = (compiler: Compiler, element: XmlNode) =>
  compiler.source.fail(element, {
    en: `<${element.nodeName}> is not an instruction of XSLT 1.0, or must not appear here`,
    zh: `<${element.nodeName}> 不是 XSLT 1.0 的指令，或不能出现在此处`,
  })

/** What stands in the place of an instruction that is not known, as those of other processors (§15). */
function compileUnknown(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
  const fallbacks = listContent(element).filter((node) => isXslt(node, 'fallback'))
  const unknown = failUnknown(compiler, element)
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
