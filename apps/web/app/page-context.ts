import { createContext, use } from 'react'
import type { Envelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Text } from '@octet/core/text.ts'

/** State of the address data, as the server knows it when it renders. */
export type DataState = Readonly<Record<string, unknown>>

/** Tools and pages that may be meant by the path of a page that is not there. */
export type NearPlaces = {
  readonly path: string
  readonly places: readonly { readonly id: string; readonly route: string; readonly title: Text; readonly note: Text }[]
}

/** What the server knows of the visitor while rendering, and hands to the browser with the page. */
export type PageContext = {
  /** What the operator calls the product. It stands in the head of the page, and not once more among what is handed over. */
  readonly brand: string
  /** Public address of the site. */
  readonly origin: string
  readonly self: IpRecord | null
  readonly loggedIn: boolean
  readonly dataState: DataState
  /** Answer of the page's tool when its input was in the query, so that the page is complete without scripts. */
  readonly answer: Envelope<unknown> | null
  /** Address the `answer` belongs to. */
  readonly answerFor: string
  /** On the 404 page, where anything is called like it. */
  readonly near?: NearPlaces
}

export const EMPTY_CONTEXT: PageContext = {
  brand: '',
  origin: '',
  self: null,
  loggedIn: false,
  dataState: {},
  answer: null,
  answerFor: '',
}

export const PageContextProvider = createContext<PageContext>(EMPTY_CONTEXT)

export const usePageContext = (): PageContext => use(PageContextProvider)
