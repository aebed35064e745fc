/** What `GET /v1/status` gives. */
export type Availability = {
  readonly since: string | null
  readonly until: string | null
  readonly every_seconds: number
  /** How much of it there is; `partial` and `missing` while the database is away. */
  readonly history: 'whole' | 'partial' | 'missing' | 'none'
  readonly parts: readonly AvailablePart[]
  readonly incidents: readonly Incident[]
}

export type AvailablePart = {
  readonly id: 'lookup' | 'accounts' | 'measurements'
  readonly state: 'up' | 'failing' | 'unchecked' | 'unknown'
  readonly availability: readonly {
    readonly days: number
    readonly per_cent: number | null
    readonly measured_seconds: number
  }[]
  readonly days: readonly Day[]
}

export type Day = {
  readonly day: string
  readonly per_cent: number | null
  readonly failing_seconds: number
  readonly stopped_seconds: number
}

export type Incident = {
  readonly part: AvailablePart['id'] | null
  readonly state: 'failing' | 'stopped'
  readonly from: string
  readonly to: string | null
  readonly seconds: number
}
