import { useText } from '../../lang.tsx'
import { usePageContext } from '../../page-context.ts'
import { showModal } from '../../state/app-store.ts'
import { useUserStore } from '../../state/user-store.ts'
import { accountsOnlyText as words } from '../../text/accounts-only.ts'
import { Button } from '../../ui/button.tsx'

/** What a visitor without an account has to do before the tool answers. */
export function AccountsOnly() {
  const t = useText()
  const { loggedIn } = usePageContext()
  const isKnown = useUserStore(({ token }) => token !== '') || loggedIn
  if (isKnown) return null
  return (
    <div className="accounts-only">
      <p>{t(words.why)}</p>
      <Button icon="Login" onClick={() => showModal('login')}>
        {t(words.logIn)}
      </Button>
      <Button kind="ghost" onClick={() => showModal('register')}>
        {t(words.signUp)}
      </Button>
    </div>
  )
}
