import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { geoEquirectangular, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** SVG path of all land, longitude −180…180 as x 0…360 and latitude 90…−90 as y 0…180; Natural Earth 1:110 m (public domain). */
export async function readLandPath(): Promise<string> {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')
  const topology: Topology<{ land: GeometryCollection }> = JSON.parse(await readFile(file, 'utf8'))
  const projection = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([180, 90])
  return geoPath(projection).digits(1)(feature(topology, topology.objects.land)) ?? ''
}
