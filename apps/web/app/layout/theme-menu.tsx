import { useEffect, useState } from 'react'
import { useText } from '../lang.tsx'
import { applyTheme, readTheme, type Theme } from '../state/prefs-store.ts'
import { siteText } from '../text/site.ts'
import { Menu } from '../ui/menu.tsx'

const THEMES = [
  { id: 'light', icon: 'Sun', text: siteText.themeLight },
  { id: 'dark', icon: 'Moon', text: siteText.themeDark },
  { id: 'system', icon: 'DeviceDesktop', text: siteText.themeSystem },
] as const

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const t = useText()
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(readTheme()), [])
  const items = THEMES.map(({ id, icon, text }) => ({
    id,
    icon,
    label: t(text),
    isChecked: id === theme,
    onSelect: () => {
      applyTheme(id)
      setTheme(id)
    },
  }))
  return <Menu label={t(siteText.theme)} icon="Contrast" isIconOnly items={items} />
}
