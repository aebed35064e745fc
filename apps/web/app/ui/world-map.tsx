import { worldUrl } from 'virtual:octet/assets'

/** The world as plate carrée, for decoration: one cached SVG, no script. */
export const WorldMap = () => (
  <svg viewBox="0 0 360 150" aria-hidden="true">
    <use href={`${worldUrl}#land`} width="360" height="180" y="-6" />
  </svg>
)
