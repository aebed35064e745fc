export type Attribute = { readonly name: string; readonly value: string; readonly comment: string }

/** The attributes of an object as `name: value # comment`; a line that begins with white space or `+` goes on (RFC 2622 §2). */
export function readAttributes(block: string): Attribute[] {
  const attributes: Attribute[] = []
  for (const line of block.split('\n')) {
    const [, name, value = '', comment = ''] = /^([a-z][\w-]*):[ \t]*([^#]*)(?:#\s*(.*))?$/i.exec(line) ?? []
    const last = attributes.at(-1)
    if (name !== undefined) attributes.push({ name: name.toLowerCase(), value: value.trim(), comment })
    else if (last && /^[ \t+]/.test(line)) {
      const more = line.slice(1).replace(/#.*$/, '').trim()
      attributes[attributes.length - 1] = { ...last, value: `${last.value} ${more}`.trim() }
    }
  }
  return attributes
}
