import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Text } from '@octet/core/text.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { useLang, useText } from '../lang.tsx'
import { noteUser, refreshUserInfo } from '../start-session.ts'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-button.tsx'
import { focusIt } from '../ui/focus-it.ts'
import { runHere } from '../worker/run-here.ts'
import { CurrentPassword } from './current-password.tsx'
import { toFailureText } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from './form-errors.ts'
import { Panel } from './panel.tsx'
import { request } from './request.ts'
import { saveBlob } from './save-blob.ts'
import { TextField } from './text-field.tsx'
import { useAct } from './use-act.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useSwapFocus } from './use-swap-focus.ts'

type Prepared = { readonly secret: string; readonly url: string }

/** The code of an authenticator app beside the password (RFC 6238). */
export function SecondFactorPanel() {
  const t = useText()
  const isOn = useUserStore((state) => state.user?.second_factor ?? false)
  const [prepared, setPrepared] = useState<Prepared>()
  const [codes, setCodes] = useState<readonly string[] | 'kept'>()
  const title = useRef<HTMLHeadingElement>(null)
  const place = useSwapFocus<HTMLDivElement>(prepared !== undefined)
  const { isBusy, refusal, act } = useAct()
  const start = async () => setPrepared((await act<Prepared>('POST', 'account/second_factor/start')).data)
  useEffect(() => {
    if (codes === 'kept') title.current?.focus()
  }, [codes])
  if (codes && codes !== 'kept') return <RecoveryCodes codes={codes} onKept={() => setCodes('kept')} />
  return (
    <Panel
      title={t(profileText.secondFactor)}
      titleRef={title}
      help={t(isOn ? profileText.secondFactorOn : profileText.secondFactorOff)}
    >
      <div ref={place}>
        {isOn && <SecondFactorOn onEnded={() => title.current?.focus()} onCodes={setCodes} />}
        {!isOn && !prepared && (
          <>
            <p>
              <Button icon="ShieldLock" isBusy={isBusy} onClick={() => void start()}>
                {t(profileText.secondFactorStart)}
              </Button>
            </p>
            <FormFailure words={refusal} />
          </>
        )}
        {!isOn && prepared && (
          <Enable
            prepared={prepared}
            onClose={() => setPrepared(undefined)}
            onCodes={(made) => {
              setPrepared(undefined)
              setCodes(made)
              noteUser({ second_factor: true })
              void refreshUserInfo()
            }}
          />
        )}
      </div>
    </Panel>
  )
}

type EnableProps = { prepared: Prepared; onCodes: (codes: readonly string[]) => void; onClose: () => void }

function Enable({ prepared, onCodes, onClose }: EnableProps) {
  const t = useText()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const picture = useQrCode(prepared.url)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ current: toFormError('password_missing') })
    setBusy(true)
    const { data, failure } = await request<{ recovery_codes: string[] }>(
      'POST',
      'account/second_factor/enable',
      { secret: prepared.secret, code: code.replaceAll(/\s/g, ''), password },
      { isQuiet: true },
    )
    setBusy(false)
    if (data) onCodes(data.recovery_codes)
    else setErrors(toFormErrors(failure))
  }
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <p>{t(profileText.secondFactorScan)}</p>
      {/* Its place is kept for it: the button that is about to be pressed stays where it is. */}
      {picture !== '' && (
        <div className="qr">
          {picture && <img src={picture} alt={t(profileText.secondFactorPicture)} width="182" height="182" />}
        </div>
      )}
      <dl className="profile-fact">
        <dt>{t(profileText.secondFactorKey)}</dt>
        <dd className="mono">{prepared.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <TextField
        label={t(profileText.secondFactorCode)}
        name="code"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code}
        onValue={setCode}
      />
      <CurrentPassword value={password} errors={errors} onValue={setPassword} />
      <FormFailure words={errors.form} />
      <p className="account-buttons">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={code.trim() === ''}>
          {t(profileText.secondFactorEnable)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(profileText.cancel)}
        </Button>
      </p>
    </form>
  )
}

/** A picture of a text, drawn in this browser: the secret goes nowhere. Empty when it cannot be drawn. */
function useQrCode(text: string): string | undefined {
  const lang = useLang()
  const [svg, setSvg] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    void runHere('qr', { text }, { lang, signal: abort.signal, onValue: () => undefined }).then(({ code, data }) => {
      if (!abort.signal.aborted) setSvg(code === 200 ? ((data as { svg?: string }).svg ?? '') : '')
    })
    return () => abort.abort()
  }, [text, lang])
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}

type OnProps = { onEnded: () => void; onCodes: (codes: readonly string[]) => void }
type Wish = 'recovery_codes' | 'disable'

/** What can be wished for while the second factor is on; each takes a code. */
function SecondFactorOn({ onEnded, onCodes }: OnProps) {
  const t = useText()
  const [wish, setWish] = useState<Wish>()
  const place = useSwapFocus<HTMLDivElement>(wish)
  return (
    <div ref={place}>
      {wish === undefined && (
        <p className="account-buttons">
          <Button data-opens="recovery_codes" onClick={() => setWish('recovery_codes')}>
            {t(profileText.renewCodes)}
          </Button>
          <Button data-opens="disable" onClick={() => setWish('disable')}>
            {t(profileText.secondFactorDisable)}
          </Button>
        </p>
      )}
      {wish === 'recovery_codes' && (
        <CodeForm<{ recovery_codes: string[] }>
          wish={wish}
          words={t(profileText.renewCodes)}
          help={t(profileText.renewCodesHelp)}
          onClose={() => setWish(undefined)}
          onDone={({ recovery_codes: codes }) => onCodes(codes)}
        />
      )}
      {wish === 'disable' && (
        <CodeForm<{ message: string }>
          wish={wish}
          words={t(profileText.secondFactorDisable)}
          help={t(profileText.secondFactorDisableHelp)}
          onClose={() => setWish(undefined)}
          onDone={({ message }) => {
            onEnded()
            toast.success(message)
            noteUser({ second_factor: false })
            void refreshUserInfo()
          }}
        />
      )}
    </div>
  )
}

type CodeFormProps<T> = { wish: Wish; words: string; help: string; onClose: () => void; onDone: (data: T) => void }

function CodeForm<T>({ wish, words, help, onClose, onDone }: CodeFormProps<T>) {
  const t = useText()
  const [code, setCode] = useState('')
  const [error, setError] = useState<Text>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const { data, failure } = await request<T>('POST', `account/second_factor/${wish}`, { code }, { isQuiet: true })
    setBusy(false)
    setError(failure && toFailureText(failure))
    if (data) onDone(data)
  }
  return (
    <form method="dialog" className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(profileText.secondFactorCode)}
        value={code}
        autoComplete="one-time-code"
        help={help}
        error={error && t(error)}
        onValue={setCode}
      />
      <p className="account-buttons">
        <Button type="submit" isBusy={isBusy} disabled={code.trim() === ''}>
          {words}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(profileText.cancel)}
        </Button>
      </p>
    </form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useText()
  const copy = async () => {
    if (await copyText(codes.join('\n'), t(MESSAGES.copy_failed))) toast.success(t(MESSAGES.copied))
  }
  return (
    <Panel title={t(profileText.recovery)} help={t(profileText.recoveryHelp)}>
      <ul className="recovery" aria-label={t(profileText.recovery)} tabIndex={-1} ref={focusIt}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <p className="account-buttons">
        <Button icon="Copy" onClick={() => void copy()}>
          {t(profileText.copy)}
        </Button>
        <Button icon="Download" onClick={() => saveBlob(new Blob([`${codes.join('\n')}\n`]), 'octet-recovery-codes.txt')}>
          {t(profileText.saveCodes)}
        </Button>
        <Button kind="primary" onClick={onKept}>
          {t(profileText.kept)}
        </Button>
      </p>
    </Panel>
  )
}
