import type { Locator } from 'playwright-core'

/** Does something and waits for the toast that tells of it: from the start, as it stands for 1.5 s only. */
export async function seeToast(toast: Locator, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([toast.waitFor(), act()])
}
