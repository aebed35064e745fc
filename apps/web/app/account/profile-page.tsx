import './forms.css'
import './keys.css'
import './profile.css'
import { AboutPanel } from './about-panel.tsx'
import { AccountFrame } from './account-frame.tsx'
import { DataPanel } from './data-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** What the person says of themselves, how they log in, and their data. */
export function ProfilePage() {
  return (
    <AccountFrame>
      <div className="profile">
        <AboutPanel />
        <PasswordPanel />
        <SecondFactorPanel />
        <PasskeysPanel />
        <SessionsPanel />
        <DataPanel />
      </div>
    </AccountFrame>
  )
}
