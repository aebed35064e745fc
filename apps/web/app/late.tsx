import { lazy, useEffect, type ComponentType } from 'react'

type Loaded<Props> = { readonly default: ComponentType<Props> } | undefined

/**
 * A component whose code comes when it is first drawn. Where the code does not arrive (`build-watch.ts` says so) nothing is
 * drawn in its place, `onMissing` is called, and the next time it is wanted it is asked for again.
 */
export function late<Props extends object>(load: () => Promise<Loaded<Props>>, onMissing?: () => void): ComponentType<Props> {
  const begin = () => lazy(async () => (await load()) ?? { default: Missing })
  let Part: ComponentType<Props> = begin()
  function Missing() {
    useEffect(() => {
      onMissing?.()
      return () => {
        Part = begin()
      }
    }, [])
    return null
  }
  return (props: Props) => <Part {...props} />
}
