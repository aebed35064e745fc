import { refreshUserInfo } from '../start-session.ts'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { forgetTyped } from './typed.ts'

/** What a log-in gives; the cookies came with it. */
export type LoggedIn = { readonly token: string; readonly expires_in: number; readonly message: string }

/** Takes a log-in into the page: token, user, «Login succeeded». */
export async function takeLogIn({ token, message }: LoggedIn): Promise<void> {
  useUserStore.setState({ token })
  forgetTyped()
  await refreshUserInfo()
  toast.success(message)
}
