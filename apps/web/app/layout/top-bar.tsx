import type { MouseEvent } from 'react'
import type { Lang } from '@octet/core/text.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useLang, useText } from '../lang.tsx'
import { toHtmlLang, toLocalPath } from '../locale.ts'
import { usePageContext } from '../page-context.ts'
import { setPaletteOpen, showModal } from '../state/app-store.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { AccountButton } from './account-button.tsx'
import { Logo } from './logo.tsx'
import { toNavLinks } from './nav-links.ts'
import { ThemeMenu } from './theme-menu.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly lang?: Lang
  }
}

/** The bar on top of every page. */
export function TopBar({ isSimple }: { isSimple: boolean }) {
  const t = useText()
  const { brand } = usePageContext()
  return (
    <header className="bar">
      <SiteLink to="/" className="logo">
        <Logo />
        <span>{brand}</span>
      </SiteLink>
      {!isSimple && (
        <>
          <nav aria-label={t(siteText.mainMenu)}>
            {toNavLinks('bar').map(({ to, text }) => (
              <SiteLink key={to} to={to}>
                {t(text)}
              </SiteLink>
            ))}
          </nav>
          <button type="button" className="search-field" onClick={() => setPaletteOpen(true)}>
            <Icon name="Search" size={16} />
            <span>{t(siteText.search)}</span>
            <kbd aria-hidden="true">Ctrl K</kbd>
          </button>
        </>
      )}
      <LanguageLink />
      {!isSimple && <ThemeMenu />}
      <AccountButton />
      {!isSimple && (
        <Button kind="ghost" icon="Menu2" isIconOnly className="menu-button" onClick={() => showModal('menu')}>
          {t(siteText.menu)}
        </Button>
      )}
    </header>
  )
}

/** To the same page in the other language: the words change in place, so that nothing is lost that was typed. */
function LanguageLink() {
  const lang = useLang()
  const t = useText()
  const other = lang === 'en' ? 'zh' : 'en'
  const router = useRouter()
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const change = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The router writes the new address in the language of the page, and one with the same state it takes for the old one.
    document.documentElement.lang = toHtmlLang(other)
    void router.navigate({ to: '.', search: true, hash: true, resetScroll: false, state: (state) => ({ ...state, lang: other }) })
  }
  return (
    <a
      className="button ghost language"
      href={toLocalPath(pathname, other) + searchStr}
      hrefLang={other}
      lang={other}
      onClick={change}
    >
      {t(siteText.otherLanguage)}
    </a>
  )
}
