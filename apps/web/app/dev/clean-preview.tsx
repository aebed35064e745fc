import { useEffect, useState } from 'react'
import { arrived } from '../arrived.ts'
import { useLang, useText } from '../lang.tsx'
import { smallText } from '../text/dev-small.ts'

/** Chromium opens no longer address. */
const MAX_ADDRESS = 2_000_000
/** Styles by element: the frame is under the policy of the site, which takes them as attributes only. */
const STYLES: Readonly<Record<string, string>> = {
  table: 'border-collapse:collapse',
  th: 'border:1px solid #ccc;padding:4px 10px',
  td: 'border:1px solid #ccc;padding:4px 10px',
  pre: 'background:#f4f4f4;padding:10px;overflow:auto;border-radius:6px',
  blockquote: 'margin-left:0;padding-left:14px;border-left:3px solid #ccc;color:#555',
  img: 'max-width:100%',
}
const BODY = 'margin:16px;font:16px/1.6 system-ui,sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere'

/** HTML as a page in a closed frame, cleaned once more whatever the tool was told to keep. */
export function CleanPreview({ html }: { html: string }) {
  const t = useText()
  const lang = useLang()
  const title = t(smallText.preview)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isGone = false
    void arrived(import('@octet/tools/lib/html/clean.ts')).then(({ cleanHtml }) => {
      if (!isGone) setAddress(toAddress(cleanHtml(html), { lang, title }))
    })
    return () => {
      isGone = true
    }
  }, [html, lang, title])
  if (address === undefined) return null
  if (address.length > MAX_ADDRESS) return <p className="quiet">{t(smallText.noPreview)}</p>
  return <iframe className="foreign" sandbox="" src={address} title={title} />
}

function toAddress(clean: string, { lang, title }: { lang: string; title: string }): string {
  const styled = clean.replaceAll(
    /<(table|th|td|pre|blockquote|img)(?=[ >])/g,
    (tag, name: string) => `${tag} style="${STYLES[name]}"`,
  )
  const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${title}</title><body style="${BODY}">${styled}</body></html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`
}
