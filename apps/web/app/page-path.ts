/** Path of a page from its file: `./routes/products.asn-api.tsx` → `/products/asn-api`, `./routes/index.tsx` → `/`. */
export function toPagePath(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx$/, '')
  return name === 'index' ? '/' : `/${name.replaceAll('.', '/')}`
}
