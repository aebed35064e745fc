import { useState } from 'react'
import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { adminText } from '../text/admin.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { RowProps } from './admin-list.tsx'
import { AskButton, AskDialog } from './ask-dialog.tsx'
import { NameCell, StateCell, TimeCell } from './cells.tsx'
import { change } from './change.ts'
import { toPlanChoices, type PlanChoice } from './plan-choices.ts'
import { RoleButton } from './role-dialog.tsx'
import { SearchedList } from './searched-list.tsx'

type User = {
  readonly id: string
  readonly email: string
  readonly phone: string | null
  readonly role: 'user' | 'operator'
  readonly confirmed_at: string | null
  readonly disabled_at: string | null
  readonly created_at: string
  readonly plan_id: string | null
  readonly has_second_factor: boolean
}

export const UsersPage = () => (
  <AdminFrame>
    <SearchedList<User>
      by={adminText.search}
      label={adminText.users}
      path="admin/users"
      headings={HEADINGS}
      empty={adminText.noUsers}
      Row={UserRow}
    />
  </AdminFrame>
)

const HEADINGS = [adminText.email, adminText.state, adminText.role, adminText.plan, adminText.created, adminText.action] as const

function UserRow({ row, reload }: RowProps<User>) {
  const t = useText()
  const { email, phone, role, confirmed_at: confirmed, disabled_at: disabled, created_at: created } = row
  return (
    <tr>
      <NameCell name={email}>{phone && <span className="account-note"> · {phone}</span>}</NameCell>
      <StateCell
        words={disabled ? adminText.disabled : confirmed ? adminText.confirmed : adminText.unconfirmed}
        kind={disabled ? 'bad' : confirmed ? 'ok' : ''}
      />
      <td>{t(adminText[role])}</td>
      <td>
        <PlanField user={row} onDone={reload} />
      </td>
      <TimeCell at={created} />
      <td>
        <div className="account-buttons">
          {role === 'user' && <LockButton user={row} onDone={reload} />}
          {(role === 'operator' || (confirmed && !disabled)) && <RoleButton user={row} onDone={reload} />}
          {row.has_second_factor && <SecondFactorButton user={row} onDone={reload} />}
        </div>
      </td>
    </tr>
  )
}

type ChangeProps = { readonly user: User; readonly onDone: () => void }

/** To let somebody in again needs no second thought. */
function LockButton({ user: { id, email, disabled_at: disabled }, onDone }: ChangeProps) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const set = (isDisabled: boolean) => change('PATCH', `users/${id}`, { disabled: isDisabled }, onDone)
  const question = {
    title: t(adminText.lockTitle, { email }),
    words: t(adminText.lockSure),
    yes: t(adminText.lock),
    isDanger: true,
    act: () => set(true),
  }
  return (
    <>
      <Button subject={email} onClick={() => (disabled ? void set(false) : setAsking(true))}>
        {t(disabled ? adminText.unlock : adminText.lock)}
      </Button>
      {isAsking && <AskDialog question={question} onClose={() => setAsking(false)} />}
    </>
  )
}

/** For somebody who has lost the app and the recovery codes. */
function SecondFactorButton({ user: { id, email }, onDone }: ChangeProps) {
  const t = useText()
  const question = {
    title: t(adminText.factorTitle, { email }),
    words: t(adminText.factorSure),
    isDanger: true,
    act: () => change('PATCH', `users/${id}`, { second_factor: false }, onDone),
  }
  return <AskButton label={t(adminText.factorOff)} subject={email} question={question} />
}

/** The plans are those of the site’s initial data. */
function PlanField({ user: { id, email, plan_id: planId }, onDone }: ChangeProps) {
  const t = useText()
  const [wanted, setWanted] = useState<PlanChoice>()
  const plans = useAppStore((state) => state.initData?.plans as readonly PlanChoice[] | undefined) ?? []
  return (
    <>
      <select
        aria-label={t(siteText.pair, { name: t(adminText.plan), value: email })}
        value={planId ?? ''}
        onChange={({ target }) => setWanted(plans.find(({ id: one }) => one === target.value))}
      >
        {planId === null && <option value="">{t(adminText.noPlan)}</option>}
        {toPlanChoices(plans, planId).map(({ id: one, name, isLost }) => (
          <option key={one} value={one}>
            {isLost ? t(adminText.lostPlan, { name }) : name}
          </option>
        ))}
      </select>
      {wanted && (
        <AskDialog
          question={{
            title: t(adminText.planTitle, { email }),
            words: t(adminText.planSure, { plan: wanted.name }),
            yes: t(adminText.givePlan, { plan: wanted.name }),
            act: () => change('PATCH', `users/${id}`, { plan: wanted.id }, onDone),
          }}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}
