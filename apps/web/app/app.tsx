import type { ReactNode } from 'react'
import type { Lang } from '@octet/core/text.ts'
import { LangProvider } from './lang.tsx'
import { PageContextProvider, type PageContext } from './page-context.ts'

/** What server and browser both put around the routes. */
export const App = ({ lang, page, children }: { lang: Lang; page: PageContext; children: ReactNode }) => (
  <LangProvider lang={lang}>
    <PageContextProvider value={page}>{children}</PageContextProvider>
  </LangProvider>
)
