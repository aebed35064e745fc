/** How much larger than usual (16 px) the visitor has asked text to be. */
export const readTextScale = (): number =>
  typeof document === 'undefined' ? 1 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
