import { Suspense } from 'react'
import { useText } from '../lang.tsx'
import { late } from '../late.tsx'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { pointText as words } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { PointCommand } from './point-command.tsx'

/** Few of those who read how to join are logged in. */
const AddPoint = late(() => import('./add-point.tsx'))

const ADD = 'npm run octet -- point add --name Frankfurt --tag home'
const JOIN = 'npm run octet -- agent --server https://… --token oct_point_…'

/** How to join a point, and for logged-in users a form that adds a private one. */
export function JoinPanel({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const isLoggedIn = useUserStore(({ token }) => token !== '')
  return (
    <section className="net-panel points-join">
      <h2>{t(words.joinTitle)}</h2>
      <p>{t(words.joinWords)}</p>
      <p>{t(words.joinOperator)}</p>
      <PointCommand text={ADD} />
      <p>{t(words.joinAnywhere)}</p>
      <PointCommand text={JOIN} />
      {isLoggedIn ? (
        <p>{t(words.joinUser)}</p>
      ) : (
        <p>
          <Button onClick={() => showModal('login')}>{t(words.logInFirst)}</Button>
        </p>
      )}
      <Suspense>{isLoggedIn && <AddPoint onAdded={onAdded} />}</Suspense>
      <p className="quiet">{t(words.joinBetter)}</p>
    </section>
  )
}
