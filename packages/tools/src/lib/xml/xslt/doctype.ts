/** The document type declaration of a result (XSLT 1.0 §16). */
export function toDoctype(name: string, { doctypePublic, doctypeSystem }: Doctype): string {
  const system = doctypeSystem === undefined ? '' : ` ${toQuoted(doctypeSystem)}`
  if (doctypePublic === undefined) return `<!DOCTYPE ${name} SYSTEM${system}>\n`
  return `<!DOCTYPE ${name} PUBLIC ${toQuoted(doctypePublic)}${system}>\n`
}

type Doctype = { readonly doctypePublic?: string; readonly doctypeSystem?: string }

const toQuoted = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
