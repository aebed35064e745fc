import { request, type Method } from '../account/request.ts'
import { toast } from '../state/toast-store.ts'

/** A change of the back office: says that it is saved, then goes on. What goes wrong is a toast. */
export async function change(method: Method, path: string, input: Readonly<Record<string, unknown>>, done: () => void) {
  const { data } = await request<{ message: string }>(method, `admin/${path}`, input)
  if (!data) return
  toast.success(data.message)
  done()
}
