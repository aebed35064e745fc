import { checkAttributes, expandName, failContent, findAttribute, listContent, type Compiler, type Scope } from './compiler.ts'
import { Frame, NO_PARAMETERS, NOTHING, type Instruction } from './frame.ts'
import type { Output } from './output.ts'
import { isXslt } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'

/** The attributes of the sets that are named; those that are written beside them win (§7.1.4). */
export function compileSets(compiler: Compiler, element: XmlNode, at: XmlNode | undefined): Instruction {
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

/** An attribute set: attributes and further sets (§7.1.4). */
export function compileAttributeSet(compiler: Compiler, element: XmlNode, scope: Scope): Instruction {
  checkAttributes(compiler, element, ['name', 'use-attribute-sets'])
  const wrong = listContent(element).find((node) => !isXslt(node, 'attribute'))
  if (wrong) throw failContent(compiler, wrong, element)
  const sets = compileSets(compiler, element, findAttribute(element, 'use-attribute-sets'))
  const body = compiler.compileBody(element, { scope, isTail: false })
  return (frame: Frame, out: Output) => {
    sets(frame, out)
    return body(frame, out)
  }
}
