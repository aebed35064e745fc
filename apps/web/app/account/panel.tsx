import { useId, type ReactNode, type RefObject } from 'react'

type PanelProps = {
  readonly title: string
  /** Where the focus goes when what had it is gone. */
  readonly titleRef?: RefObject<HTMLHeadingElement | null>
  readonly help?: string
  readonly children: ReactNode
}

/** One subject of the profile. */
export function Panel({ title, titleRef, help, children }: PanelProps) {
  const id = useId()
  return (
    <section className="profile-panel" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={titleRef} tabIndex={titleRef && -1}>
          {title}
        </h2>
        {help && <p className="account-note">{help}</p>}
      </div>
      <div className="profile-body">{children}</div>
    </section>
  )
}
