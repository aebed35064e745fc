import { ELEMENT } from '../xpath/nodes.ts'
import { compileSets } from './attribute-sets.ts'
import { failPrefix, findNames, readTemplate, type CompileOptions, type Compiler } from './compiler.ts'
import type { Instruction } from './frame.ts'
import { isXslt, XSLT } from './stylesheet-error.ts'
import type { NodeName, XmlNode } from './tree.ts'

export function compileLiteral(compiler: Compiler, element: XmlNode, options: CompileOptions): Instruction {
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
  const body = compiler.compileBody(element, { scope, isTail: false })
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

/** Whether an element is an instruction of another processor (§14.1). */
export const isExtension = (compiler: Compiler, element: XmlNode): boolean =>
  element.namespaceURI !== null && listNamed(compiler, element, ['extension-element-prefixes']).has(element.namespaceURI)

/** The namespaces whose prefixes are listed in such attributes of an element or of those around it. */
function listNamed(compiler: Compiler, element: XmlNode, listing: readonly string[]): Set<string> {
  const uris = new Set<string>()
  for (let node: XmlNode | null = element; node?.nodeType === ELEMENT; node = node.parentNode) {
    for (const { nodeName, namespaceURI, localName, value } of node.attributes) {
      const isOwn = isXslt(node) ? namespaceURI === null : namespaceURI === XSLT
      if (!isOwn || !listing.includes(isXslt(node) ? nodeName : localName)) continue
      const names = findNames(compiler, node)
      for (const prefix of value.match(/\S+/g) ?? []) {
        const uri = names.get(prefix === '#default' ? '' : prefix)
        if (uri === undefined) throw failPrefix(compiler, node, prefix)
        uris.add(uri)
      }
    }
  }
  return uris
}

/** The namespaces in scope of a literal element, without those that are excluded (§7.1.1). */
function listLiteralNamespaces(compiler: Compiler, element: XmlNode): (readonly [string, string])[] {
  const excluded = listNamed(compiler, element, ['exclude-result-prefixes', 'extension-element-prefixes']).add(XSLT)
  return [...findNames(compiler, element)].flatMap(([prefix, uri]) => {
    if (prefix === 'xml' || excluded.has(uri)) return []
    const alias = compiler.aliases.get(uri)
    return [alias ? ([alias.prefix, alias.uri] as const) : ([prefix, uri] as const)]
  })
}
