import { coastsUrl } from 'virtual:octet/assets'

/** Land and borders as SVG paths, one unit per degree, x from 180° W, y from the North Pole. */
export type MapDetail = { readonly land: string; readonly borders: string }

let asked: Promise<MapDetail> | undefined

/** Natural Earth 1:50 m (public domain), made into paths by the build and read once per page load. */
export function loadMapDetail(): Promise<MapDetail> {
  asked ??= fetch(coastsUrl)
    .then((answer): Promise<MapDetail> => answer.json())
    .catch((error: unknown) => {
      asked = undefined // the next map tries again
      throw error
    })
  return asked
}
