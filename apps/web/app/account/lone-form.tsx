import './account.css'
import './forms.css'
import type { ReactNode } from 'react'

/** A form that is a page of its own. */
export const LoneForm = ({ title, children }: { title: string; children: ReactNode }) => (
  <article className="narrow lone-form">
    <h1>{title}</h1>
    {children}
  </article>
)
