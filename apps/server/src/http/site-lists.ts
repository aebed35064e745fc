/** `robots.txt` (RFC 9309): pages may be read, calls and accounts not. */
export function toRobots(origin: string): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /account\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** `sitemap.xml` (sitemaps.org, with the other language of each page). */
export function toSitemap(origin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => {
    const en = `${origin}${path}`
    const zh = `${origin}/zh${path === '/' ? '' : path}`
    const links = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="zh-CN" href="${zh}"/>`
    return [en, zh].map((loc) => `<url><loc>${loc}</loc>${links}</url>`).join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}
