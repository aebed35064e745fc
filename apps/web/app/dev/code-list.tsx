import { CopyButton } from '../ui/copy-button.tsx'
import './code-list.css'

export type CodePiece = { readonly language: string; readonly code: string }

/** The same thing as code in some languages, each to be copied. */
export function CodeList({ pieces }: { readonly pieces: readonly CodePiece[] }) {
  return pieces.map(({ language, code }) => (
    <section key={language} className="code-piece">
      <h3>{language}</h3>
      <pre tabIndex={0} aria-label={language}>
        {code}
      </pre>
      <CopyButton isIconOnly text={code} />
    </section>
  ))
}
