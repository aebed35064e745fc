/** As `ref` of what takes the place of a form: it takes its focus. Stays the same, so that only the first drawing does it. */
export const focusIt = (one: HTMLElement | null): void => one?.focus()
