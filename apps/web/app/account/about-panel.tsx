import { useEffect, useState, type FormEvent } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { refreshUserInfo } from '../start-session.ts'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { formText } from '../text/account-forms.ts'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { focusIt } from '../ui/focus-it.ts'
import { CurrentPassword } from './current-password.tsx'
import { toFailureText } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { looksLikeEmail, toFormError, toFormErrors, type FormErrors } from './form-errors.ts'
import { Panel } from './panel.tsx'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { useSwapFocus } from './use-swap-focus.ts'

/** Address and phone. */
export function AboutPanel() {
  const t = useText()
  const email = useUserStore((state) => state.user?.email ?? '')
  const [isChanging, setChanging] = useState(false)
  const place = useSwapFocus<HTMLDivElement>(isChanging)
  return (
    <Panel title={t(profileText.about)}>
      <dl className="profile-fact">
        <dt>{t(profileText.email)}</dt>
        <dd>{email}</dd>
      </dl>
      <div ref={place}>
        {isChanging ? (
          <EmailForm onClose={() => setChanging(false)} />
        ) : (
          <p>
            <Button onClick={() => setChanging(true)}>{t(profileText.changeEmail)}</Button>
          </p>
        )}
      </div>
      <PhoneForm />
    </Panel>
  )
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: FormErrors = {
      ...(!looksLikeEmail(email) && { email: toFormError('email_wrong') }),
      ...(password === '' && { current: toFormError('password_missing') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const { data, failure } = await request<{ message: string }>('POST', 'account/email', { email, password }, { isQuiet: true })
    setBusy(false)
    setErrors(failure ? toFormErrors(failure) : {})
    if (data) setMessage(data.message)
  }
  if (message)
    return (
      <p role="status" tabIndex={-1} ref={focusIt}>
        {message}
      </p>
    )
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(profileText.newEmail)}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        onValue={setEmail}
      />
      <CurrentPassword value={password} errors={errors} onValue={setPassword} />
      <FormFailure words={errors.form} />
      <p className="account-buttons">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t(profileText.sendLink)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(profileText.cancel)}
        </Button>
      </p>
    </form>
  )
}

const PHONE = /^(\+?[\d ()-]{5,24})?$/

function PhoneForm() {
  const t = useText()
  const lang = useLang()
  const known = useUserStore((state) => state.user?.phone ?? '')
  const knownLang = useUserStore((state) => state.user?.mail_lang ?? lang)
  const [phone, setPhone] = useState(known)
  const [mailLang, setMailLang] = useState<string>(knownLang)
  const [error, setError] = useState<Text>()
  useEffect(() => setPhone(known), [known])
  useEffect(() => setMailLang(knownLang), [knownLang])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!PHONE.test(phone.trim())) return setError(formText.phoneWrong)
    const { data, failure } = await request<{ message: string }>(
      'POST',
      'account/profile',
      { phone: phone.trim(), mail_lang: mailLang },
      { isQuiet: true },
    )
    setError(failure && toFailureText(failure))
    if (!data) return
    toast.success(data.message)
    await refreshUserInfo()
  }
  return (
    <form method="dialog" className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(profileText.phone)}
        type="tel"
        autoComplete="tel"
        value={phone}
        help={t(profileText.phoneHelp)}
        error={error && t(error)}
        onValue={setPhone}
      />
      <div className="field">
        <label htmlFor="mail-lang">{t(profileText.mailLang)}</label>
        <select id="mail-lang" value={mailLang} onChange={({ target }) => setMailLang(target.value)}>
          <option value="en" lang="en">
            English
          </option>
          <option value="zh" lang="zh-CN">
            中文
          </option>
        </select>
      </div>
      <p>
        <Button type="submit">{t(profileText.save)}</Button>
      </p>
    </form>
  )
}
