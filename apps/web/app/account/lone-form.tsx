import './account.css'
import './forms.css'
import type { ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'

/** A form that is a page of its own. */
export function LoneForm({ title, children }: { title: string; children: ReactNode }) {
  const t = useText()
  return (
    <article className="narrow lone-form">
      <h1>{title}</h1>
      <noscript>{t(siteText.needsScripts)}</noscript>
      {children}
    </article>
  )
}
