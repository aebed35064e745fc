import { AccountFrame } from '../account/account-frame.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.downloads,
  description: accountText.downloadsDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: DownloadsPage,
})

function DownloadsPage() {
  const t = useText()
  return (
    <AccountFrame>
      <p className="account-empty">{t(accountText.downloadsEmpty)}</p>
    </AccountFrame>
  )
}
