import { Suspense, useEffect, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import type { LayoutName } from '../page.ts'
import { siteText } from '../text/site.ts'
import { Toasts } from '../ui/toasts.tsx'
import { Footer } from './footer.tsx'
import { Overlays } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

type ShellProps = {
  readonly layout: LayoutName
  readonly hasSidebar?: boolean
  readonly isEmbedded?: boolean
  readonly children: ReactNode
}

/**
 * The frame around a page: `default` has bar, tools beside the page and footer, `simple` a bar with logo, language and account.
 * A page that is embedded elsewhere stands alone. Each part is taken over by React on its own (`Suspense`), so that no single
 * task holds up a slow phone.
 */
export function Shell({ isEmbedded = false, ...rest }: ShellProps) {
  if (!isEmbedded) return <WholeShell {...rest} />
  return (
    <>
      <main id="main">{rest.children}</main>
      <Toasts />
    </>
  )
}

function WholeShell({ layout, hasSidebar = false, children }: Omit<ShellProps, 'isEmbedded'>) {
  const t = useText()
  useEffect(() => void import('../start-session.ts').then(({ startSession }) => startSession()), [])
  return (
    <>
      <a className="skip" href="#main">
        {t(siteText.skip)}
      </a>
      <TopBar isSimple={layout === 'simple'} />
      <div className={`frame ${hasSidebar && layout === 'default' ? 'with-sidebar' : ''}`}>
        {hasSidebar && layout === 'default' && (
          <Suspense>
            <Sidebar />
          </Suspense>
        )}
        <main id="main" tabIndex={-1}>
          <Suspense>{children}</Suspense>
        </main>
      </div>
      {layout === 'default' && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <Toasts />
      <Overlays />
    </>
  )
}
