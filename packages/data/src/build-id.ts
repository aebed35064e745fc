/** The id of a build made at a moment: `20260131T120000Z`, so that ids in order are builds in order. */
export function toBuildId(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** The moment of an id in milliseconds; 0 where it is of another form, as a mirror may be given. */
export function fromBuildId(id: string): number {
  return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5')) || 0
}
