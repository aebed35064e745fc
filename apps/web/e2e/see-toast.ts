import type { Page } from 'playwright-core'

type Seen = { readonly type: string; readonly words: string }
type Watched = { toastsSeen?: Seen[] }

const watched = new WeakSet<Page>()

/**
 * Does something and waits for the toast that tells of it, not for one from before. It stands for 1.5 s only, which is over
 * before who looks from outside does so on a busy machine: the page itself writes down what it shows, this one and the next.
 */
export async function seeToast(page: Page, toast: { type?: string; words?: string | RegExp }, act: () => Promise<unknown>) {
  if (!watched.has(page)) {
    watched.add(page)
    await page.addInitScript(watchToasts)
    await page.evaluate(watchToasts)
  }
  await page.evaluate(() => void ((window as Watched).toastsSeen!.length = 0))
  const { type = '', words = '' } = toast
  const pattern = typeof words === 'string' ? { exact: words } : { source: words.source, flags: words.flags }
  const seen = page.waitForFunction(
    ([type, { exact, source = '', flags }]) =>
      (window as Watched).toastsSeen!.some(
        (one) =>
          one.type.includes(type) &&
          (exact === undefined ? new RegExp(source, flags).test(one.words) : one.words.includes(exact)),
      ),
    [type, pattern] as const,
  )
  await Promise.all([seen, act()])
}

/** Waits until an element of a page has had words, if only for a moment: begun before what brings them. */
export const seeBriefly = (page: Page, selector: string, words: string): Promise<void> =>
  page.evaluate(
    ([selector, words]) =>
      new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => {
          if (![...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))) return
          changes.disconnect()
          resolve()
        })
        changes.observe(document, { childList: true, characterData: true, subtree: true })
      }),
    [selector, words] as const,
  )

/** In a page: writes down which toasts have stood there to be seen. */
function watchToasts(): void {
  const seen: Seen[] = ((window as Watched).toastsSeen = [])
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.matches('[role=status] > .toast') && node.checkVisibility())
          seen.push({ type: node.className, words: node.innerText })
  }).observe(document, { childList: true, subtree: true })
}
