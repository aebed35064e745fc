import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countriesUrl from 'world-atlas/countries-50m.json?url'

/** Land and borders as SVG paths, one unit per degree, x from 180° W, y from the North Pole. */
export type MapDetail = { readonly land: string; readonly borders: string }

let asked: Promise<MapDetail> | undefined

/** Natural Earth 1:50 m (public domain), read once per page load. */
export function loadMapDetail(): Promise<MapDetail> {
  asked ??= readDetail().catch((error: unknown) => {
    asked = undefined // the next map tries again
    throw error
  })
  return asked
}

async function readDetail(): Promise<MapDetail> {
  const topology: Topology<{ land: GeometryCollection; countries: GeometryCollection }> = await (await fetch(countriesUrl)).json()
  const land = feature(topology, topology.objects.land).features.map(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat().map(toRing)
      : geometry.type === 'Polygon'
        ? geometry.coordinates.map(toRing)
        : [],
  )
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b)
  return { land: land.flat().join(''), borders: borders.coordinates.map(toLine).join('') }
}

const toRing = (ring: readonly number[][]) => `${toLine(ring)}Z`

function toLine(line: readonly number[][]): string {
  return `M${line.map(([longitude = 0, latitude = 0]) => `${round(longitude + 180)} ${round(90 - latitude)}`).join('L')}`
}

const round = (value: number) => Math.round(value * 100) / 100
