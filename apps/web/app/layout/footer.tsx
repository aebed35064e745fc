import { useText } from '../lang.tsx'
import { showModal, useAppStore } from '../state/app-store.ts'
import { siteText } from '../text/site.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { toNavLinks } from './nav-links.ts'

const MODAL_LINKS = [
  { modal: 'info', text: siteText.info },
  { modal: 'feedback', text: siteText.feedback },
  { modal: 'test', text: siteText.test },
  { modal: 'shortcuts', text: siteText.shortcuts },
] as const

/** The foot of every page in the default layout. */
export function Footer() {
  const t = useText()
  const off = useAppStore((state) => state.modalsOff)
  return (
    <footer className="footer">
      <p>{t(siteText.footerLine)}</p>
      <ul>
        {toNavLinks('footer').map(({ to, text }) => (
          <li key={to}>
            <SiteLink to={to}>{t(text)}</SiteLink>
          </li>
        ))}
        <li>
          <a href="/openapi.json">{t(siteText.openApi)}</a>
        </li>
        {MODAL_LINKS.filter(({ modal }) => !off.includes(modal)).map(({ modal, text }) => (
          <li key={modal}>
            <button type="button" className="link" onClick={() => showModal(modal)}>
              {t(text)}
            </button>
          </li>
        ))}
      </ul>
    </footer>
  )
}
