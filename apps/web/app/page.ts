import type { ComponentType } from 'react'
import type { Text } from '@octet/core/text.ts'
import type { MiddlewareName } from './middleware.ts'

export type LayoutName = 'default' | 'simple'

/** What a page gets: the value of its `load` and the words of the query. */
export type PageProps<T> = { readonly data: T; readonly search: Readonly<Record<string, string>> }

/**
 * A page of the site: `routes/<path>.tsx`, where a dot in the file name is a slash of the path, `index` is `/`
 * and `$name` is a place.
 */
export type Page<T = undefined> = {
  readonly title: Text
  readonly description: Text
  readonly layout?: LayoutName
  /** Draw the list of tools beside the page. */
  readonly hasSidebar?: boolean
  /** The page alone, without bar, footer and session: other sites show it in a frame. */
  readonly isEmbedded?: boolean
  /** Checks run before the page is shown, in this order; an unknown name is an error. */
  readonly middleware?: readonly MiddlewareName[]
  /** Not made ahead of time and not listed in the sitemap. */
  readonly isPrivate?: boolean
  /** Whether the page exists for these places; false gives «Page Not Found» with status 404. */
  isValid?(params: Readonly<Record<string, string>>): boolean | Promise<boolean>
  load?(params: Readonly<Record<string, string>>): T | Promise<T>
  /** Title and description of a page whose words hang on what was loaded. */
  describe?(data: T): { readonly title: Text; readonly description: Text } | undefined
  readonly Component: ComponentType<PageProps<T>>
}

/** Declares a page. */
export const definePage = <T = undefined>(page: Page<T>): Page<T> => page
