import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { logOut } from './log-out.ts'

/** What the person says of themselves, and how they log in. */
export function ProfilePage() {
  const t = useText()
  return (
    <AccountFrame>
      <p>
        <Button icon="Logout" onClick={() => void logOut()}>
          {t(siteText.logOut)}
        </Button>
      </p>
    </AccountFrame>
  )
}
