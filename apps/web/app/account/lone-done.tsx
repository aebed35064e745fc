import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { focusIt } from '../ui/focus-it.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { LoneForm } from './lone-form.tsx'

/** A lone form that has done its work: what it did, which takes the focus of its button, and the way to the log-in. */
export function LoneDone({ title, message }: { title: string; message: string }) {
  const t = useText()
  return (
    <LoneForm title={title}>
      <p role="status" ref={focusIt} tabIndex={-1}>
        {message}
      </p>
      <p>
        <SiteLink to="/login" className="button primary">
          {t(formText.logIn)}
        </SiteLink>
      </p>
    </LoneForm>
  )
}
