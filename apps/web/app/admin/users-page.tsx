import { useState } from 'react'
import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList, type RowProps } from './admin-list.tsx'
import { change } from './change.ts'
import { toPlanChoices, type PlanChoice } from './plan-choices.ts'
import { SearchForm } from './search-form.tsx'
import { useTime } from './use-time.ts'

type User = {
  readonly id: string
  readonly email: string
  readonly phone: string | null
  readonly role: 'user' | 'operator'
  readonly confirmed_at: string | null
  readonly disabled_at: string | null
  readonly created_at: string
  readonly plan_id: string | null
}

export const UsersPage = () => (
  <AdminFrame>
    <Users />
  </AdminFrame>
)

function Users() {
  const t = useText()
  const [q, setQ] = useState('')
  return (
    <>
      <SearchForm label={t(adminText.search)} onSearch={setQ} />
      <AdminList<User> key={q} label={adminText.users} path="admin/users" query={{ q }} headings={HEADINGS} Row={UserRow} />
    </>
  )
}

const HEADINGS = [adminText.email, adminText.state, adminText.role, adminText.plan, adminText.created, adminText.action] as const

function UserRow({ row, reload }: RowProps<User>) {
  const t = useText()
  const toTime = useTime()
  const { id, email, phone, role, confirmed_at: confirmed, disabled_at: disabled, created_at: created } = row
  return (
    <tr>
      <td>
        {email}
        {phone && <span className="account-note"> · {phone}</span>}
      </td>
      <td>{t(disabled ? adminText.disabled : confirmed ? adminText.confirmed : adminText.unconfirmed)}</td>
      <td>{t(adminText[role])}</td>
      <td>
        <PlanField user={row} onDone={reload} />
      </td>
      <td>{toTime(created)}</td>
      <td>
        {role === 'user' && (
          <Button onClick={() => void change('PATCH', `users/${id}`, { disabled: disabled === null }, reload)}>
            {t(disabled ? adminText.unlock : adminText.lock)}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** The plans are those of the site’s initial data. */
function PlanField({ user: { id, email, plan_id: planId }, onDone }: { user: User; onDone: () => void }) {
  const t = useText()
  const plans = useAppStore((state) => state.initData?.plans as readonly PlanChoice[] | undefined) ?? []
  return (
    <select
      aria-label={`${t(adminText.plan)}: ${email}`}
      value={planId ?? ''}
      onChange={({ target }) => void change('PATCH', `users/${id}`, { plan: target.value }, onDone)}
    >
      {planId === null && <option value="">{t(adminText.noPlan)}</option>}
      {toPlanChoices(plans, planId).map(({ id: one, name, isLost }) => (
        <option key={one} value={one}>
          {isLost ? t(adminText.lostPlan, { name }) : name}
        </option>
      ))}
    </select>
  )
}
