import { LoneForm } from '../account/lone-form.tsx'
import { useLinkToken } from '../account/use-link-token.ts'
import { StartForm } from '../admin/start-form.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

/** The page behind the link that the first start prints. */
export default definePage({
  title: adminText.startTitle,
  description: adminText.description,
  layout: 'simple',
  isPrivate: true,
  Component: StartPage,
})

function StartPage() {
  const t = useText()
  const token = useLinkToken()
  return (
    <LoneForm title={t(adminText.startTitle)}>
      {token === '' ? <p>{t(adminText.startNoToken)}</p> : <StartForm token={token ?? ''} />}
    </LoneForm>
  )
}
