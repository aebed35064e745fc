import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { EarlyDialog } from './ui/early-dialog.tsx'

type Loaded<Props> = { readonly default: ComponentType<Props> } | undefined

/**
 * A component whose code comes when it is first drawn. Where the code does not arrive (`build-watch.ts` says so) nothing is
 * drawn in its place, what can be closed is closed, and the next time it is wanted it is asked for again.
 */
export function late<Props extends object>(load: () => Promise<Loaded<Props>>): ComponentType<Props> {
  const begin = () => lazy(async () => (await load()) ?? { default: Missing })
  let Part: ComponentType<Props> = begin()
  function Missing(props: Props) {
    useEffect(() => {
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose()
      return () => {
        Part = begin()
      }
    }, [])
    return null
  }
  return (props: Props) => <Part {...props} />
}

/** The same for a dialog: what is slow to come says so, and can be closed. */
export function lateDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<Loaded<Props>>,
): ComponentType<Props> {
  const Part = late(load)
  return (props: Props) => (
    <Suspense fallback={<EarlyDialog onClose={props.onClose} />}>
      <Part {...props} />
    </Suspense>
  )
}
