import { iconsUrl } from 'virtual:octet/assets'

/**
 * A Tabler icon from the sprite, by its name without `Icon`. Decoration only: the words beside it carry the meaning.
 * Its size is that beside text of 16 px, and follows the visitor's own.
 */
export const Icon = ({ name, size = 18 }: { name: string; size?: number }) => (
  <svg className="icon" {...toSides(size)} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`${iconsUrl}#${name}`} />
  </svg>
)

/** The size of nearly all icons is in the style sheet: written at each it made every page half a kilobyte larger. */
const toSides = (size: number) => (size === 16 ? {} : { width: toRem(size), height: toRem(size) })

const toRem = (px: number): string => `${px / 16}rem`
