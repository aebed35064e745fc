/** Gives the focus to the page as a whole, where what had it is gone and nothing has taken its place. */
export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })
