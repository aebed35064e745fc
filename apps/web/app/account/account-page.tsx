import { useText } from '../lang.tsx'
import { logOut, useUserStore } from '../state/user-store.ts'
import { accountText } from '../text/account.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'

/** Who is logged in. Only logged-in visitors come here. */
export function AccountPage() {
  const t = useText()
  const { user, unread, channel } = useUserStore()
  return (
    <article className="narrow">
      <h1>{t(accountText.title)}</h1>
      <dl>
        <div>
          <dt>{t(accountText.loggedInAs)}</dt>
          <dd>{typeof user?.phone === 'string' ? user.phone : t(accountText.nameless)}</dd>
        </div>
        <div>
          <dt>{t(accountText.unread)}</dt>
          <dd>{unread}</dd>
        </div>
        {channel && (
          <div>
            <dt>{t(accountText.channel)}</dt>
            <dd>{channel}</dd>
          </div>
        )}
      </dl>
      <Button icon="Logout" onClick={logOut}>
        {t(siteText.logOut)}
      </Button>
    </article>
  )
}
