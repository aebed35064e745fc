import { coastsUrl, townsUrl } from 'virtual:octet/assets'

/** Land and borders as SVG paths, one unit per degree, x from 180° W, y from the North Pole. */
export type Coasts = { readonly land: string; readonly borders: string }

/** A town in the units of the map, with the degrees to the nearest larger one; see `MapTown`. Those that stand out most come first. */
export type TownRow = readonly [x: number, y: number, reach: number, name: string, nameZh?: string]

export type MapDetail = Coasts & { readonly towns: readonly TownRow[] }

let asked: Promise<MapDetail> | undefined

/** Natural Earth 1:50 m (public domain) and towns of GeoNames, made by the build and read once per page load. */
export function loadMapDetail(): Promise<MapDetail> {
  asked ??= Promise.all([read<Coasts>(coastsUrl), read<readonly TownRow[]>(townsUrl)])
    .then(([coasts, towns]) => ({ ...coasts, towns }))
    .catch((error: unknown) => {
      asked = undefined // the next map tries again
      throw error
    })
  return asked
}

async function read<Made>(url: string): Promise<Made> {
  return (await fetch(url)).json()
}
