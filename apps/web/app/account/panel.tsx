import { useId, type ReactNode } from 'react'

/** One subject of the profile. */
export function Panel({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="profile-panel" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {help && <p className="account-note">{help}</p>}
      </div>
      <div className="profile-body">{children}</div>
    </section>
  )
}
