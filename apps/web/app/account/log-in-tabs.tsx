import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { formText } from '../text/account-forms.ts'
import { Tabs } from '../ui/tabs.tsx'
import { LogInForm } from './log-in-form.tsx'
import { PasskeyLogIn } from './passkey-log-in.tsx'

type LogInTabsProps = {
  /** Page of the login, from 1. */
  readonly menuIndex: number
  readonly onMenu: (menuIndex: number) => void
  readonly onDone: () => void
  readonly onForgot: () => void
}

/** The ways to log in: by password (1) or by passkey (2). */
export function LogInTabs({ menuIndex, onMenu, onDone, onForgot }: LogInTabsProps) {
  const t = useText()
  const accounts = useAppStore((state) => state.initData?.accounts)
  if (accounts === false) return <p>{t(formText.noAccounts)}</p>
  const tabs = [
    { id: '1', label: t(formText.byPassword), content: <LogInForm onDone={onDone} onForgot={onForgot} /> },
    { id: '2', label: t(formText.byPasskey), content: <PasskeyLogIn onDone={onDone} /> },
  ]
  return <Tabs label={t(formText.ways)} tabs={tabs} active={String(menuIndex)} onChange={(id) => onMenu(Number(id))} />
}
