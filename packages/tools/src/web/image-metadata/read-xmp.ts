import { isAppError } from '@octet/core/errors.ts'
import { parseXmlTree, type XmlElement } from '../../lib/xml/tree.ts'
import { cutText } from './exif-values.ts'

export type XmpField = { readonly name: string; readonly value: string }

const MAX_FIELDS = 500
/** Longer ones hold a whole depth map or history. */
const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 12

/** The properties of an XMP packet (ISO 16684-1 §7), structures by their path. `undefined` where it cannot be read. */
export function readXmp(bytes: Uint8Array): XmpField[] | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const text = decodePacket(bytes)
  const start = text.search(/<(?:x:xmpmeta|rdf:RDF)[\s>/]/)
  if (start < 0) return undefined
  // Behind it stand blanks to grow into, and the end of the packet.
  const end = text.lastIndexOf('>', text.includes('<?xpacket end') ? text.lastIndexOf('<?xpacket end') : text.length) + 1
  try {
    const fields: XmpField[] = []
    collect(parseXmlTree(text.slice(start, end)), '', { fields, depth: 0 })
    return fields
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

const decodePacket = (bytes: Uint8Array): string =>
  new TextDecoder(
    bytes[0] === 0 || (bytes[0] === 0xfe && bytes[1] === 0xff) ? 'utf-16be' : bytes[1] === 0 ? 'utf-16le' : 'utf-8',
  ).decode(bytes)

type Walk = { readonly fields: XmpField[]; readonly depth: number }

/** Names that hold others together and say nothing themselves. */
const FRAME = new Set(['x:xmpmeta', 'rdf:RDF', 'rdf:Description', 'rdf:li', 'rdf:Bag', 'rdf:Seq', 'rdf:Alt'])

function collect({ name, attributes, children, text }: XmlElement, path: string, { fields, depth }: Walk): void {
  if (depth > MAX_DEPTH) return
  const own = FRAME.has(name) ? path : path ? `${path}/${name}` : name
  const add = (field: string, value: string) => {
    if (fields.length < MAX_FIELDS && value.trim()) fields.push({ name: field, value: cutText(value.trim()) })
  }
  for (const { name: key, value } of attributes)
    if (!/^(?:xmlns|rdf|xml|x)(?::|$)/.test(key)) add(own ? `${own}/${key}` : key, value)
    else if (key === 'rdf:resource') add(own, value)
  const items = children.length === 1 && /^rdf:(?:Bag|Seq|Alt)$/.test(children[0]!.name) ? children[0]!.children : undefined
  if (items?.every((item) => item.children.length === 0 && item.attributes.every(({ name: key }) => key === 'xml:lang')))
    add(
      own,
      items
        .slice(0, 200)
        .map((item) => item.text.trim())
        .join('; '),
    )
  else if (children.length > 0) for (const child of children) collect(child, own, { fields, depth: depth + 1 })
  else if (own) add(own, text)
}
