import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ModalProps } from '../layout/overlays.tsx'
import { toNavLinks } from '../layout/nav-links.ts'
import { ToolNav } from '../layout/sidebar.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { siteText } from '../text/site.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** The whole navigation as a sheet, where there is no room for it beside the page. It closes once a page has been chosen. */
export default function MenuModal({ onClose }: ModalProps) {
  const t = useText()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const openedAt = useRef(path)
  useEffect(() => {
    if (path !== openedAt.current) onClose()
  }, [path, onClose])
  return (
    <Dialog title={t(modalText.menu)} className="sheet" onClose={onClose}>
      <nav aria-label={t(siteText.mainMenu)}>
        <ul className="sheet-links">
          {toNavLinks('bar').map(({ to, text }) => (
            <li key={to}>
              <SiteLink to={to}>{t(text)}</SiteLink>
            </li>
          ))}
        </ul>
        <ToolNav />
      </nav>
    </Dialog>
  )
}
